// Package parts solves a data set in parts. Each part is a separate file in one directory, so many
// processes can share the work, and an interrupted run can be resumed. A Plan divides the data set
// into parts, Solve makes the missing parts, and Merge checks that all parts exist. Each part has a
// manifest, which is written after the part. A part counts as done once its manifest exists. The
// contents of the directory do not depend on the number of processes or on interruptions.
package parts
