// Package parts solves a data set in parts, each with its own file in one directory, so that many
// processes can share the work and an interrupted run can be resumed. A Plan cuts the data set into
// parts, Solve makes the parts that are missing, and Merge checks that all of them exist. A part
// counts as done once its manifest, which is written after it, exists. The contents of the
// directory do not depend on the number of processes or on interruptions.
package parts
