// Package files provides functions for files regardless of their contents. It determines which
// files an argument names, how messages name files, whether files are unchanged (fingerprints and
// checksums), and how many of their bytes have been read.
package files
