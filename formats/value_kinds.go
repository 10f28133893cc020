package formats

import (
	"slices"

	"github.com/gridmill/gridmill/formats/internal/converted"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// takeTypes takes the types of columns off the header of CSV that was made of another format.
// The kinds of values stay in its rows.
func (s *csvSource) takeTypes() {
	if s.converted == Auto {
		return
	}
	last := len(s.columns) - 1
	for _, letter := range []byte(s.columns[last]) {
		s.types = append(s.types, valueType(slices.Index(typeLetters[:], converted.Type(letter))))
	}
	s.columns = s.columns[:last]
}

// kindBytes returns how many bytes the kinds of values take at the end of each row, with the
// delimiter before them.
func (s *csvSource) kindBytes() int {
	if s.types == nil {
		return 0
	}
	return 1 + len(s.types)
}

// isMixed reports whether a column without a type of its own has other values than texts.
func (s *csvSource) isMixed(rows sample, column int) bool {
	for _, row := range rows {
		if s.types[column] == textValue && len(row) == len(s.columns)+1 && row[len(row)-1][column] == converted.IsJSON {
			return true
		}
	}
	return false
}

// noteNulls makes fields absent that stand for no value, and not for an empty text.
func (s *csvSource) noteNulls(b *Batch, from, to int) {
	if s.types == nil {
		return
	}
	for i := from; i < to; i++ {
		for k := range s.info.Kept {
			if b.kindOf(i, &s.info.Kept[k]) == converted.IsNull {
				b.block.FieldsOf(i)[k] = scan.Absent
			}
		}
	}
}

// kindOf returns the kind of what a kept field of row i holds, which is text in formats that
// have no kinds. The field must be of the schema of the row's own source.
func (b *Batch) kindOf(i int, f *Field) byte {
	row := b.block.Rows[i]
	if f.kindAt == 0 || f.kindAt > row.End-row.Start {
		return converted.IsText
	}
	return b.block.Bytes[row.End-f.kindAt]
}
