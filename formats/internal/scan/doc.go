// Package scan turns bytes of text into rows and fields: where lines and rows end, what quotes
// mean, where the fields of a row are, and the grids in those that hold one. It is RFC 4180 with
// any delimiter, and a stray quote costs one row; without a delimiter, every line is a row. A
// Cutter fills Blocks with rows, which one goroutine does, and a RowShape parses rows of its
// shape there, which many may do at once. It knows neither batches nor what columns are called.
package scan
