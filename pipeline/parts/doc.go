// Package parts solves a data set in parts, each with its own file in one directory, so
// that many processes can share the work and an interrupted run can be resumed. A Plan cuts
// the data set into parts, Solve makes the parts that are missing, and Merge checks that all
// of them exist. A part counts as done once its manifest, which is written after it, exists.
// What the directory contains never depends on how many processes worked on it or how often
// they were interrupted.
package parts
