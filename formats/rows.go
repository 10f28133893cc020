//go:generate go -C internal/asm run . -out ../../rows_amd64.s rows

package formats

// textParser parses the rows of a source of text.
type textParser interface {
	// parseSimpleRows parses rows [from, end) up to the first that is not simple, and
	// returns the first that it did not parse. It may leave simple rows to parseAlone,
	// which says the same of them.
	parseSimpleRows(b *Batch, from, end int) int
	// parseAlone parses any row.
	parseAlone(b *Batch, i int)
}

// parseText parses the rows of a segment, together where they are simple.
func (b *Batch) parseText(s textParser, g *segment) {
	together := func(from int) int { return s.parseSimpleRows(b, from, g.to) }
	for i := range rowsAlone(g.from, g.to, together) {
		s.parseAlone(b, i)
	}
}
