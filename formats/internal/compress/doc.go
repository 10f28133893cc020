// Package compress reads and writes text that is compressed as a whole file: gzip members and
// Zstandard frames. A file's first bytes determine the compression, regardless of its name. Data
// that is damaged, truncated or followed by other data is an error.
package compress
