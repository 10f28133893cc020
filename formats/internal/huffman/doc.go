// Package huffman encodes data as frames of Zstandard that hold only literals in Huffman code. It
// is made for data without repeats worth finding and with a small alphabet, such as grids of
// digits: it is several times as fast as zstd's level 1, and its output is smaller and readable by
// every decoder. The format is specified in RFC 8878, https://www.rfc-editor.org/rfc/rfc8878.
package huffman
