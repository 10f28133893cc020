// Libgridmill is gridmill as a library for other languages. It exports the functions of gridmill.h,
// which work on arrays that the caller provides. The Python package in the folder python is built
// on it.
//
//	go build -buildmode=c-shared -o libgridmill.so ./cmd/libgridmill
//
// It needs cgo. Without cgo, this is a program that does nothing, so that everything still builds.
package main

func main() {}
