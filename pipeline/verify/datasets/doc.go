// Package datasets checks the folders that gridmill dataset makes. A folder must contain exactly
// the files that gridmill made. Their contents must match their layouts, and all counts must agree.
// Each row must be a puzzle with its solution, or a morph of the previous puzzle. There must be no
// duplicates, and no leaks between splits.
package datasets
