// Package keysort finds rows with equal keys among more rows than fit in memory. Keys are
// written to files in blocks that are divided by the first bits of the key. Then each partition
// is read from all files and sorted in memory, one after the other. A file belongs to one part of
// the rows, so a resumed run writes only the missing files, and the results depend neither on
// the division into files nor on the order in which they were written.
package keysort
