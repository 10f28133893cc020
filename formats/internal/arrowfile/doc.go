// Package arrowfile writes Arrow IPC files and joins files that it wrote. It turns panics of the
// Arrow library into errors.
package arrowfile
