// Package datasets checks the directories that gridmill dataset makes. A directory must contain
// exactly the files that gridmill made, and the files must match their layouts and counts. Each row
// must be a puzzle with its solution. Morphs must follow their original. Puzzles must not repeat,
// and splits must not share puzzles.
package datasets
