// Package option names the settings of readers, writers and runs in errors. A library says
// what is wrong and which setting it concerns; a program that knows what the setting is
// called on its command line turns that into advice.
package option
