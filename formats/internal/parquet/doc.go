// Package parquet reads and writes the columns of Parquet files. It supports lists, all encodings
// of values, and all compression codecs except LZ4 and LZO. It can also convert values to text. The
// format is specified at https://parquet.apache.org/docs/file-format/.
//
// A File returns a ColumnReader for each column of a row group. The ColumnReader cuts pages into
// rows without decoding them. A Column holds these rows and decodes them on request, usually in
// another goroutine.
//
// Files are not trusted. A file that is damaged, or declares more than it holds, causes an error.
// A File's Limits restrict the memory that columns use.
//
// To write rows, add them to Pages and encode the Pages, in any goroutine. A Writer combines the
// EncodedPages into row groups. A Joiner joins several files.
package parquet
