// Package compress reads and writes text that is compressed as a whole file: gzip members
// and Zstandard frames. A file's first bytes say which it is, whatever its name, and what
// is damaged, cut short or followed by something else is an error that says so.
package compress
