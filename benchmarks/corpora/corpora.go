// Package corpora provides the puzzles that gridmill ships for tests and benchmarks. README.md in
// this directory describes how each corpus was created and how it is biased.
package corpora

import "embed"

//go:generate go test -count=1 -timeout=0 -run=TestWrite ./generate -args -write

//go:embed *.csv *.txt
var files embed.FS

// A Corpus is a file of puzzles.
type Corpus struct {
	Name        string
	File        string // name of the file in benchmarks/corpora
	Puzzles     int
	Description string // one-line description
}

// All returns the corpora that gridmill ships, in display order.
func All() []Corpus {
	return []Corpus{
		{"easy", "easy.csv", 2000, "30 to 40 clues, solvable by singles (the file has solutions)"},
		{"minimal", "minimal.txt", 1000, "random minimal puzzles"},
		{"sparse", "sparse.txt", 200, "minimal puzzles with 19 to 22 clues"},
		{"hard", "hard.txt", 200, "minimal puzzles that need many guesses"},
		{"many-solutions", "many-solutions.txt", 500, "2 to 512 solutions"},
		{"no-solution", "no-solution.txt", 500, "no solution, because one clue is wrong"},
	}
}

// Bytes returns the contents of the corpus's file in benchmarks/corpora. The file is CSV with a
// header, or it consists of comments followed by lines that start with 81 cells. The caller may
// modify the bytes.
func (c Corpus) Bytes() []byte {
	text, err := files.ReadFile(c.File)
	if err != nil {
		panic(err) // cannot happen for a Corpus that All returned
	}
	return text
}
