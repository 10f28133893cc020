// Package option lists the settings and files that users can change to fix an error, each with
// advice on what to do. A library reports an error with its setting or file. A program, which knows
// the names of its flags, adds the advice.
package option
