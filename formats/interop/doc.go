// Package interop tests gridmill's files against independent readers and writers, mostly DuckDB.
// Unlike round trips, these tests find errors that gridmill's reader and writer have in common.
//
// The package is a separate module because DuckDB's Go package is large and needs cgo. Its tests
// build the program. The test cache does not detect changes to the program, so run the tests
// without the cache:
//
//	cd formats/interop && go test -count=1 ./...
package interop
