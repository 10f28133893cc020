// Package datasets checks the folders that gridmill dataset makes, by code of its own: that
// the files are those that were made and nothing else, that they hold what their layouts ask
// for, that all counts agree, that each row is a puzzle with its solution, or an image of the
// one before it, and that no two puzzles and no two splits share what they must not.
package datasets
