// Package option has the one table of what errors concern that people can change, with what to do
// about it: the settings of readers, writers and runs, and files. A library says what is wrong and
// what it concerns; a program, which knows what its flags are called, adds the advice.
package option
