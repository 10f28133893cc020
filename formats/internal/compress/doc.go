// Package compress reads and writes compressed text files, such as gzip and Zstandard files. The
// first bytes of a file determine its compression, regardless of its name. Data that is damaged,
// truncated or followed by other data causes an error.
package compress
