package formats

import (
	"encoding/binary"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/solver"
)

func (s *parquetSource) parse(b *Batch, seg *segment) error {
	return files.InFile(s.path, parquet.RecoverDamage(func() error {
		if err := parquet.Fill(b.leaves, seg.to); err != nil {
			return err
		}
		clear(b.Reasons[seg.from:seg.to]) // parseList does not set reasons
		s.eachText(b, seg, s.puzzle, b.Puzzles, b.setPuzzle)
		if s.answer >= 0 {
			b.makeAnswers(seg.to)
			s.eachText(b, seg, s.answer, b.answerGrids, func(i int, text []byte) {
				b.setAnswer(i, gridtext.Parse(&b.answerGrids[i], text))
			})
		}
		s.parseReadback(b, seg)
		return nil
	}))
}

// eachText calls f with the text of leaf i in each row of a segment. The text is empty for null. If
// grids is not nil and parseList accepts a row, eachText stores the grid and does not call f.
func (s *parquetSource) eachText(b *Batch, seg *segment, i int, grids []solver.Grid, f func(row int, text []byte)) {
	c, isList := &b.leaves[i], parquet.IsNested(s.column(i))
	isText := parquet.IsBytes(s.column(i)) && !isList
	depth := int(s.column(i).MaxRepetitionLevel())
	for row := seg.from; row < seg.to; row++ {
		switch {
		case isText:
			f(row, c.Value(row))
		case !isList || grids == nil || depth >= len(gridLevels) || !parseList(&grids[row], c, row, &gridLevels[depth]):
			b.scratch = c.AppendText(b.scratch[:0], row)
			f(row, b.scratch)
		}
	}
}

// parseList parses the list of a row as a grid. It returns false if the list does not have 81
// numbers from 0 to 9, or if its repetition levels differ from levels. Parsing the list as text
// gives the same grid, but takes much longer.
func parseList(g *solver.Grid, c *parquet.Column, row int, levels *[solver.Cells]int16) bool {
	data, width := c.Integers(row, solver.Cells)
	if data == nil {
		return false
	}
	if _, rep, _, _ := c.Levels(row, row+1); [solver.Cells]int16(rep) != *levels {
		return false
	}
	for i := range g {
		n := parquet.LittleEndian(data[i*width:], width)
		if n >= uint64(len(cellOf)) {
			return false
		}
		g[i] = cellOf[n]
	}
	return true
}

// gridLevels[depth] holds the repetition levels of a grid: a list of 81 cells has depth 1, and a
// list of nine lists of nine cells has depth 2. Deeper lists are parsed as text.
var gridLevels = func() (levels [3][solver.Cells]int16) {
	for i := 1; i < solver.Cells; i++ {
		levels[1][i], levels[2][i] = 1, 2
		if i%9 == 0 {
			levels[2][i] = 1
		}
	}
	return levels
}()

var cellOf = [...]byte{solver.Blank, '1', '2', '3', '4', '5', '6', '7', '8', '9'}

func (s *parquetSource) parseReadback(b *Batch, seg *segment) {
	if s.readback == nil {
		return
	}
	b.makeReadback(seg)
	for _, r := range s.readback {
		place, c := outputColumns[r.column].readback, s.column(r.leaf)
		if place == nil || !parquet.IsInt32(c) || parquet.IsNested(c) {
			s.eachText(b, seg, r.leaf, nil, func(i int, text []byte) {
				b.readValue(r.column, i, text)
			})
			continue
		}
		for i := seg.from; i < seg.to; i++ { // readValue gives the same numbers, but is slower
			value := b.leaves[r.leaf].Value(i)
			if value == nil || int32(binary.LittleEndian.Uint32(value)) < 0 {
				b.Readback[i].Damaged.add(r.column)
				continue
			}
			*place(b, i) = int32(binary.LittleEndian.Uint32(value))
		}
	}
	b.endReadback(seg, s.options.Results)
}

func (s *parquetSource) lineOf(_ *Batch, seg *segment, i int) int64 { return seg.number(i) }

func (s *parquetSource) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return b.leaves[s.puzzle].AppendText(dst, i)
}

func (s *parquetSource) appendReadback(dst []byte, b *Batch, i int, c Column) []byte {
	at := slices.IndexFunc(s.readback, func(r readbackLeaf) bool { return r.column == c })
	return b.leaves[s.readback[at].leaf].AppendText(dst, i)
}
