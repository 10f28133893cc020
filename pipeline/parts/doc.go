// Package parts solves a data set in parts, each with a file of its own in one
// directory, so that many processes can share the work and a run that is stopped goes on
// where it was. A Plan cuts the data set, Solve makes the parts that are missing, and
// Merge checks that all of them are there. A part counts as done once its manifest, which
// is written after it, is there too; what the directory holds never depends on how often
// or by whom it was worked on.
package parts
