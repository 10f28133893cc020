// Package interop tests gridmill's files against a reader and writer that shares no code with it:
// DuckDB. Its tests build the program, run it as a user would, and check the output with SQL. They
// also give the program files that DuckDB wrote. An error that gridmill's own reader and writer
// have in common does not show in round trips, but it shows here.
//
// It is a module of its own because the engine that comes with DuckDB's package
// is large and needs cgo; users and developers of gridmill need neither. Run it
// with
//
//	cd formats/interop && go test -count=1 ./...
//
// The -count=1 matters: Go's test cache notices changes to these tests, but not to the program that
// they build.
package interop
