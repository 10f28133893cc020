// Package option lists the settings and files that users can change to fix an error, each with
// advice on what to do. A library reports what is wrong and which setting or file is concerned. A
// program, which knows the names of its flags, adds the advice.
package option
