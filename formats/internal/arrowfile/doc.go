// Package arrowfile writes Arrow IPC files, and joins those that it wrote. Where the library
// panics, on damaged files and columns that it cannot write, it returns errors. It does not depend
// on batches or names of columns.
package arrowfile
