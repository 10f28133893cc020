// Package arrowfile writes Arrow IPC files, and joins files that it wrote. It returns an error
// where the Arrow library panics: for damaged files, and for columns that the library cannot write.
// It does not import other packages of gridmill.
package arrowfile
