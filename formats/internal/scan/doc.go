// Package scan turns bytes of text into rows and fields: it finds the ends of lines and rows,
// interprets quotes, and finds the fields of a row and their grids. It follows RFC 4180, but
// accepts any delimiter. A stray quote makes only one row invalid. Without a delimiter, every line
// is a row. A Cutter fills Blocks with rows in one goroutine. A RowShape parses the rows of its
// shape in Blocks, in any number of goroutines. The package does not depend on batches or column
// names.
package scan
