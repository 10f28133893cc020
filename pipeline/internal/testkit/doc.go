// Package testkit makes puzzles and solvers for tests of the packages of the pipeline.
package testkit
