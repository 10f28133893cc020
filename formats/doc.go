// Package formats turns files of puzzles into batches, and batches into files.
//
// Open returns a Reader for files in text, CSV, Parquet, JSON, Arrow and NumPy formats. Create
// returns a Writer. Batches must be read and written in order, but any goroutine can parse and
// encode any batch in between. Only the zstd library starts goroutines.
//
// These source files decide how the columns of an input are used:
//   - column_plan.go combines the decisions of the other files.
//   - column_roles.go chooses the puzzle and answer columns.
//   - kept_columns.go passes other columns to the output.
//   - result_columns.go recognizes the columns of an earlier run.
//
// These source files handle the columns of an output:
//   - columns.go names the columns, and written_columns.go lists the columns of one output.
//   - output_columns.go and column_makers.go define how to write each column.
//   - column_values.go and column_text.go return the values.
//   - section_values.go stores the values in Parquet and Arrow.
package formats
