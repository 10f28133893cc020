// Package formats turns files of puzzles into batches, and batches into files.
//
// Open returns one Reader over any number of files of text, CSV, Parquet, JSON, Arrow and NumPy,
// and Create returns a Writer. Both separate the work that must happen in order (cutting, writing)
// from the work that any goroutine can do for any batch (parsing, encoding). The package starts no
// goroutines except those of the zstd library.
//
// Many files are about columns. Of inputs: column_roles.go chooses those of puzzles and answers,
// kept_columns.go passes the others on, and result_columns.go recognizes those of an earlier run.
// Of outputs: columns.go names them, output_columns.go is the table of how each is written, with
// helpers in column_makers.go, written_columns.go selects them, and section_columns.go stores
// them in Parquet and Arrow.
package formats
