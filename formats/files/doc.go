// Package files knows what is common to all files that are read and written, whatever they
// hold: which files an argument names, how they are called in messages, whether they are
// still what they were (fingerprints, checksums), and how many of their bytes have passed.
package files
