package parquet

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// What the writer of Parquet needs, too.
const (
	LengthBytes    = lengthBytes
	MaxPageBytes   = maxPageBytes
	PageData       = pageData
	PageDictionary = pageDictionary
)

// Width returns the size in bytes of each of a column's values, or 0 where they differ.
func Width(c *schema.Column) int { return width(c) }

// IsInteger reports whether values of a type are integers of 4 or 8 bytes.
func IsInteger(t parquet.Type) bool { return isInteger(t) }
