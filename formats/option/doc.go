// Package option has the only table of what people can change to fix an error: settings of readers,
// writers and runs, and files, each with advice on what to do. A library says what is wrong and
// which of these it concerns. A program, which knows the names of its flags, adds the advice.
package option
