// Package option names what errors concern that people can change: the settings of readers,
// writers and runs, and files. A library says what is wrong and what it concerns; a program
// that knows what a setting is called on its command line turns that into advice.
package option
