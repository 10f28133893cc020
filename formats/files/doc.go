// Package files provides functions for files regardless of their contents: which files an argument
// names, how messages name them, whether they are unchanged (fingerprints, checksums), and how many
// of their bytes have been read.
package files
