// Package parts solves a data set in parts, which are separate files in one directory. Many
// processes can share the work, and an interrupted run can be resumed. A Plan divides the data set
// into parts, Solve makes the missing parts, and Merge checks that all parts exist.
//
// Each part has a manifest, which is written after the part. A part is done once its manifest
// exists. The contents of the directory do not depend on the number of processes or on
// interruptions.
//
// A run in parts opens each input three times: to compute its fingerprint, to plan the parts, and
// to solve them.
package parts
