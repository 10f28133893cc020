// Package parquet reads and writes the columns of Parquet files. It supports lists, all encodings
// of values, and all compression codecs except LZ4 and LZO. It can also write values as text. The
// format is specified at https://parquet.apache.org/docs/file-format/.
//
// A File returns a ColumnReader for each column of a row group. The ColumnReader cuts pages into
// rows without decoding them. A Column holds these rows, from one or more pages, and decodes them
// on request, usually in another goroutine.
//
// Files are not trusted. A file that is damaged, or declares more than it holds, causes an error.
// Limits bounds the memory that columns use.
//
// A Writer takes rows as Pages, which hold a Page for each column, and combines them into row
// groups. Any goroutine may fill and encode Pages. A Joiner joins several files.
package parquet
