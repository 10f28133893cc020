//go:generate go -C ../solver/asm run . -out ../../formats/rows_amd64.s rows

package formats

// textParser parses the rows of a source of text.
type textParser interface {
	// parsePlainRows parses rows [from, end) up to the first that is not plain, and
	// returns the first that it did not parse. It may leave plain rows to parseAlone,
	// which says the same of them.
	parsePlainRows(b *Batch, from, end int) int
	// parseAlone parses any row.
	parseAlone(b *Batch, i int)
}

// rowsAlone is how many rows are taken one by one before plain ones are looked for
// again, so that looking in vain costs little.
const rowsAlone = 16

// parseText parses the rows of a segment, together where they are plain.
func (b *Batch) parseText(s textParser, g *segment) {
	for i := g.from; i < g.to; {
		next := s.parsePlainRows(b, i, g.to)
		alone := next + aloneAfter(next-i)
		for i = next; i < min(alone, g.to); i++ {
			s.parseAlone(b, i)
		}
	}
}

// aloneAfter returns how many rows are taken one by one after so many, or so many bytes,
// were taken together: the one that is otherwise and, where it was the first, those after
// it, which are likely to be otherwise too.
func aloneAfter(together int) int {
	if together == 0 {
		return rowsAlone
	}
	return 1
}
