// Package huffman encodes data as frames of Zstandard that hold only literals in Huffman code. It
// is made for data without repeats worth finding and with a small alphabet, as grids of digits
// are: what it makes of them is smaller than what level 1 of zstd makes, several times faster,
// and readable by every decoder. The format is that of RFC 8878,
// https://www.rfc-editor.org/rfc/rfc8878.
package huffman
