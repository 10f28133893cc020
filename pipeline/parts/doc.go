// Package parts solves a data set in parts. Each part has its own file in one directory, so many
// processes can share the work, and an interrupted run can be resumed. A Plan divides the data set
// into parts, Solve makes the missing parts, and Merge checks that all of them exist. A part counts
// as done once it has a manifest, which is written after it. The contents of the directory do not
// depend on the number of processes or on interruptions.
package parts
