// Package arrowfile writes Arrow IPC files and joins files that it wrote. For damaged files and for
// columns that the Arrow library cannot write, it returns an error where the library would panic.
package arrowfile
