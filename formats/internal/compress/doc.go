// Package compress reads and writes text files that are compressed as a whole, for example as gzip
// members or Zstandard frames. The first bytes of a file determine the compression, regardless of
// its name. Data that is damaged, truncated or followed by other data causes an error.
package compress
