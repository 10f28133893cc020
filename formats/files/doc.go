// Package files has what is common to all files that are read and written, whatever they
// hold: which files an argument names, how messages name them, whether they are unchanged
// (fingerprints, checksums), and how many of their bytes have been read.
package files
