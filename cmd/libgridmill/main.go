// Libgridmill makes gridmill available as a library for other languages. It exports the functions
// that gridmill.h declares. These functions work on arrays that the caller provides. The Python
// package in the directory python is built on the library.
//
//	go build -buildmode=c-shared -o libgridmill.so ./cmd/libgridmill
//
// The library requires cgo. Without cgo, this package is a program that does nothing, so that it can
// still be built.
package main

func main() {}
