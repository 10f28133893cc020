// Package option has the table of settings and files that people can change to fix an error, each
// with advice on what to do. A library says what is wrong and which of these it concerns. A
// program, which knows the names of its flags, adds the advice.
package option
