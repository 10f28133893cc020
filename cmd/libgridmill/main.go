// Libgridmill is a C library that makes gridmill available to other languages. It exports the
// functions that gridmill.h declares. The functions work on arrays that the caller provides. The
// Python package in the python directory uses this library.
//
//	go build -buildmode=c-shared -o libgridmill.so ./cmd/libgridmill
//
// The library requires cgo. Without cgo, this package is a program that does nothing, so that the
// whole module can still be built.
package main

func main() {}
