package formats

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

const restColumn = "rest"

// setKept decides whether to keep the text next to the puzzles. If the options name the column of
// this text, the text is kept. If the options request all columns, the text is kept only if the
// first lines of the first nonempty file have such text.
func (s *lineSource) setKept(h *head) error {
	o := h.options
	s.info.HasRest = slices.ContainsFunc(h.lines(), s.hasRest)
	keeps := false
	if first := o.first; first != nil && first.Columns == nil {
		keeps = len(first.Kept) > 0 // without columns, only this text can be kept
	} else if s.info.HasRest || len(o.Keep.names) > 0 {
		chosen, err := o.chooseKept([]string{restColumn})
		if err != nil {
			return err
		}
		keeps = len(chosen) > 0
	}
	switch {
	case keeps:
		s.info.Kept = []Field{{Name: restColumn, raw: restColumn, plain: true}}
	case !s.info.HasRest || o.first != nil && !o.first.HasRest: // the first lines have no text next to puzzles: report such text in later lines
		s.leftOut = o.LeftOut
	}
	return nil
}

func (s *lineSource) hasRest(line []byte) bool {
	place, _ := s.find(line)
	before, after := restOf(line, place)
	return before.Len()+after.Len() > 0
}

// countRest counts rows whose text next to the puzzle is lost. from is the index of the first row.
func (s *lineSource) countRest(b *Batch, from int, firstLine int64) {
	if s.leftOut == nil {
		return
	}
	for i := from; i < len(b.block.Rows); i++ {
		line := b.block.Row(i)
		if len(line) > solver.Cells && len(line) <= scan.MaxRow && s.hasRest(line) {
			s.leftOut.addLine(LateRest, s.path, firstLine+int64(b.block.Rows[i].Line))
		}
	}
}

// noteRest records the text next to the puzzle on line i, if such text is kept. If both sides have
// text, noteRest joins the texts with a space and appends them to b.block.Bytes.
func (s *lineSource) noteRest(b *Batch, i int, puzzle scan.Span) {
	if len(s.info.Kept) == 0 {
		return
	}
	row := b.block.Rows[i].Start
	before, after := restOf(b.block.Row(i), puzzle)
	field := &b.block.Fields[i*b.block.FieldsPerRow]
	switch {
	case before.Len()+after.Len() == 0:
		*field = scan.Absent
	case before.Len() == 0:
		*field = after.Moved(row)
	case after.Len() == 0:
		*field = before.Moved(row)
	default:
		at := uint32(len(b.block.Bytes))
		b.block.Bytes = append(append(b.block.Bytes, b.block.Text(before.Moved(row))...), ' ')
		b.block.Bytes = append(b.block.Bytes, b.block.Text(after.Moved(row))...)
		*field = scan.Span{Start: at, End: uint32(len(b.block.Bytes))}
	}
}

// restOf returns the trimmed spans before and after a line's puzzle.
func restOf(line []byte, puzzle scan.Span) (before, after scan.Span) {
	return trimmed(line, 0, int(puzzle.Start)), trimmed(line, int(puzzle.End), len(line))
}

// trimmed returns the span of line[from:to] without its leading and trailing spaces and tabs.
func trimmed(line []byte, from, to int) scan.Span {
	from = to - len(bytes.TrimLeft(line[from:to], " \t"))
	to = from + len(bytes.TrimRight(line[from:to], " \t"))
	return scan.Span{Start: uint32(from), End: uint32(to)}
}
