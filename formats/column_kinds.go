package formats

// originKind is a part of the place that a row came from.
type originKind uint8

const (
	ofNowhere originKind = iota
	ofFile               // the name of the file as given
	ofLine               // the number of the line in it, or of the row in Parquet, from 1
)

// gridKind is one of the grids of a row, or another text with the same length in all rows
// that have it.
type gridKind uint8

const (
	ofNothing gridKind = iota
	ofPuzzle
	ofSolution
	ofMinlex
	ofClass
)

// grid returns the text of a kind that row i has, or nil if it has none. It is not a
// function in the table of columns, since those are not inlined.
func (b *Batch) grid(kind gridKind, i int) []byte {
	switch kind {
	case ofSolution:
		if b.Results[i].Count > 0 {
			return b.Results[i].Solution[:]
		}
	case ofPuzzle:
		if b.Puzzles[i][0] != 0 {
			return b.Puzzles[i][:]
		}
	case ofMinlex:
		if b.Minlex[i][0] != 0 {
			return b.Minlex[i][:]
		}
	case ofClass:
		if b.Classes[i][0] != 0 {
			return b.Classes[i][:]
		}
	}
	return nil
}
