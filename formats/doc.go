// Package formats turns files of puzzles into batches, and batches into files.
//
// Open returns one Reader over any number of files of text, CSV, Parquet, JSON, Arrow and NumPy,
// and Create returns a Writer. Both separate the work that must happen in order (cutting, writing)
// from the work that any goroutine can do for any batch (parsing, encoding). The package starts no
// goroutines except those of the zstd library.
package formats
