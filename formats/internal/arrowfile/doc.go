// Package arrowfile writes Arrow IPC files, and joins those that it wrote. Where the library
// panics, on damaged files and columns that it cannot write, it returns errors. It knows
// neither batches nor what columns are called.
package arrowfile
