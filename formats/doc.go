// Package formats turns files of puzzles into batches, and batches into files.
//
// Open returns a Reader that reads any number of files in text, CSV, Parquet, JSON, Arrow and NumPy
// formats. Create returns a Writer. The Reader cuts the input into rows, and the Writer writes the
// output. Both steps must be done in the order of the batches. Between these steps, any goroutine
// can parse and encode any batch. The package does not start goroutines, but the zstd library does.
//
// Many source files deal with columns. For inputs, column_plan.go decides how the columns are used:
// column_roles.go chooses the columns of puzzles and answers, kept_columns.go passes other columns
// to the output, and result_columns.go recognizes the columns of an earlier run. For outputs,
// columns.go names the columns, and written_columns.go lists those that an output has. The table in
// output_columns.go defines how each column is written, with helpers in column_makers.go.
// column_values.go and column_text.go return the values, and section_values.go stores them in
// Parquet and Arrow.
package formats
