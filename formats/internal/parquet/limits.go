package parquet

const (
	// maxPageBytes is the maximum size of a page, compressed or not, and of the values in a Column.
	// Typical pages take a few megabytes. DuckDB writes pages of 10 megabytes.
	maxPageBytes = 256 << 20
	// maxEntries is the maximum number of entries of a Column.
	maxEntries = 1 << 25
	// maxOpenBytes is the maximum size of the current pages of all columns.
	maxOpenBytes = 1 << 30
	// maxHeaderBytes is the maximum size of a page header, which can include the smallest and the
	// largest value of the page.
	maxHeaderBytes = 1 << 20
)

// Limits limits the contents of a Column, because dictionaries and runs can expand a few bytes to
// many bytes. Pages is the maximum size of the current pages of all columns.
type Limits struct{ Bytes, Entries, Pages int }
