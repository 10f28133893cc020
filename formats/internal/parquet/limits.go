package parquet

const (
	// maxPageBytes is how large a page may be, compressed or not, and how many bytes of values a
	// Column may hold. Typical pages take a few megabytes, those of DuckDB 10.
	maxPageBytes = 256 << 20
	// maxEntries is how many entries a Column may hold.
	maxEntries = 1 << 25
	// maxOpenBytes is how much the current pages of all columns may take.
	maxOpenBytes = 1 << 30
	// maxHeaderBytes is how large the header of a page may be. It can hold the
	// smallest and the largest of the page's values.
	maxHeaderBytes = 1 << 20
)

// Limits bounds what a Column may hold, because dictionaries and runs can expand a few bytes to
// many. Pages is how many bytes the current pages of all columns may take.
type Limits struct{ Bytes, Entries, Pages int }
