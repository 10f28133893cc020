package formats

import (
	"cmp"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

func (s *parquetSource) parse(b *Batch, g *segment) error {
	err := guard(func() error { return s.parseColumns(b, g) })
	if err != nil {
		err = cmp.Or(s.firstDamage(b, g), err)
	}
	return files.InFile(s.path, err)
}

// parseColumns is parse, one column after the other.
func (s *parquetSource) parseColumns(b *Batch, g *segment) error {
	if err := s.fill(b, g.to); err != nil {
		return err
	}
	clear(b.Reasons[g.from:g.to]) // setPuzzle is not called for puzzles parsed together
	if err := s.eachText(b, g, s.puzzle, b.Puzzles, b.setPuzzle); err != nil {
		return err
	}
	if s.answer >= 0 {
		if err := s.parseAnswers(b, g); err != nil {
			return err
		}
	}
	return s.parseOwn(b, g)
}

// parseAnswers reads the column of answers.
func (s *parquetSource) parseAnswers(b *Batch, g *segment) error {
	b.makeAnswers(g.to)
	b.answersReadable(g.from, g.to) // setAnswer is not called for answers parsed together
	return s.eachText(b, g, s.answer, b.answerGrids, func(i int, text []byte) {
		b.setAnswer(i, parseGrid(&b.answerGrids[i], text))
	})
}

// fill copies the values of the rows before rowEnd out of their pages, but for texts that
// are only parsed.
func (s *parquetSource) fill(b *Batch, rowEnd int) error {
	for i := range s.leaves {
		if s.staysInPage(i) {
			continue
		}
		if err := b.leaves[i].fill(rowEnd); err != nil {
			return err
		}
	}
	return nil
}

// staysInPage reports whether the values of leaf i are texts that do not pass
// through. They are only parsed where they stand.
func (s *parquetSource) staysInPage(i int) bool { return i >= s.kept && s.holdsTexts(i) }

// holdsTexts reports whether leaf i holds at most one byte array a row.
func (s *parquetSource) holdsTexts(i int) bool {
	return isBytes(s.column(i)) && !isNested(s.column(i))
}

// eachText calls f with the text of leaf i for each row of a segment. With grids, of
// which there is one for each row of the batch, it may instead read texts that are 81
// good characters into their grids: f is not called for these, so that whatever it would
// note of them must stand there already.
func (s *parquetSource) eachText(b *Batch, g *segment, i int, grids []solver.Grid, f func(row int, text []byte)) error {
	l := &b.leaves[i]
	if s.holdsTexts(i) {
		return l.texts(g.from, g.to, grids, f)
	}
	together := func(from int) int {
		if grids == nil || !isNested(s.column(i)) {
			return from
		}
		return from + l.parseLists(grids[from:g.to], from)
	}
	for row := range rowsAlone(g.from, g.to, together) {
		b.scratch = l.appendText(b.scratch[:0], row)
		f(row, b.scratch)
	}
	return nil
}

// texts does what eachText does for rows [row, rowEnd) of a flat column of byte
// arrays, straight from the pages. f gets nil for null.
func (l *leaf) texts(row, rowEnd int, grids []solver.Grid, f func(row int, text []byte)) error {
	for i := range l.ranges {
		p := &l.ranges[i]
		if p.row < row || p.rowEnd > rowEnd {
			continue
		}
		err := p.page.decode()
		if err == nil {
			err = l.rangeTexts(p, grids, f)
		}
		if err != nil {
			return p.page.inPage(err)
		}
	}
	return nil
}

// rangeTexts is texts for a range whose page is decoded.
func (l *leaf) rangeTexts(p *pageRange, grids []solver.Grid, f func(row int, text []byte)) (err error) {
	page, v := p.page, &p.page.values
	l.setColumn(page.chunk.column)
	from, to := page.valuesBefore(p.from), page.valuesBefore(p.to)
	if v.dict != nil && from < to {
		if l.indices, err = v.appendIndices(l.indices[:0], from, to); err != nil {
			return err
		}
	}
	l.levels = l.levels[:0]
	if to-from < p.to-p.from {
		l.levels = appendRuns(l.levels, &page.def, p.from, p.to)
	}
	ahead := p.row - from // by how much the number of a row is ahead of its value's
	for start := p.row; start < p.rowEnd; start++ {
		null := start + l.untilNull(start-p.row, p.rowEnd-start)
		together := func(row int) int {
			if grids == nil {
				return row
			}
			return row + v.parseGrids(grids[row:null], row-ahead)
		}
		for row := range rowsAlone(start, null, together) {
			if value := row - ahead; v.dict != nil {
				f(row, v.dict.at(int(l.indices[value-from])))
			} else {
				f(row, v.at(value))
			}
		}
		if start = null; start < p.rowEnd {
			f(start, nil)
			ahead++
		}
	}
	return nil
}

// untilNull returns how many of n entries of the range at hand, from entry i on, stand
// before the first null.
func (l *leaf) untilNull(i, n int) int {
	if len(l.levels) == 0 {
		return n
	}
	full := l.column.MaxDefinitionLevel()
	if null := slices.IndexFunc(l.levels[i:], func(level int16) bool { return level < full }); null >= 0 {
		return null
	}
	return n
}

// textAt returns the value of a row that was left in its page, nil for null. The batch must
// have been parsed, which decoded the page.
func (l *leaf) textAt(row int) []byte {
	for i := range l.ranges {
		p := &l.ranges[i]
		if row < p.row || row >= p.rowEnd {
			continue
		}
		entry := p.from + row - p.row
		at, v := p.page.valuesBefore(entry), &p.page.values
		switch {
		case p.page.valuesBefore(entry+1) == at:
			return nil
		case v.dict != nil:
			return v.dict.at(int(appendRuns(l.indices[:0], &v.index, at, at+1)[0]))
		}
		return v.at(at)
	}
	return nil
}
