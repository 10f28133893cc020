// Package interop tests gridmill's files against independent readers and writers, mostly DuckDB.
// Its tests build the program, run it as a user would, and check the output with SQL. They also run
// the program on files that DuckDB wrote. Unlike round trips, these tests find errors that
// gridmill's reader and writer have in common.
//
// The package is a separate module because DuckDB's Go package is large and needs cgo. Run the
// tests with
//
//	cd formats/interop && go test -count=1 ./...
//
// The flag -count=1 is necessary, because Go's test cache does not detect changes to the program
// that the tests build.
package interop
