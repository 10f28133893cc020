// Package keysort finds rows with equal keys among more rows than fit in memory. Keys are
// written to files in blocks that are divided by the first bits of the key, and then one
// partition of all files after the other is sorted in memory. A file belongs to a part of the
// rows, so a run that was stopped writes only those that are missing, and what is found
// depends neither on the files nor on the order in which they were written.
package keysort
