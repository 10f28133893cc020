package formats

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// Column is one of the columns that gridmill writes, as an index into the table of them.
type Column uint8

// The columns, in the order of the output.
const (
	FileColumn Column = iota
	LineColumn
	PuzzleColumn
	SolutionColumn
	VerdictColumn
	CountColumn
	CluesColumn
	GuessesColumn
	BacktracksColumn
	DepthColumn
	PassesColumn
	WeightColumn
	MinimalColumn
	AnswerColumn
	ReasonColumn
	MinlexColumn
	ClassColumn
	SymmetriesColumn
	BaseColumn
	MorphColumn
	SplitColumn
	DifficultyColumn
	GuessesMeanColumn
	BackdoorColumn
	ExplainerRatingColumn
	StepsColumn
	HardestColumn
	WavesColumn                                   // of the first technique; those of the others follow
	RemovedColumn = WavesColumn + ratedTechniques // likewise
	numColumns    = RemovedColumn + ratedTechniques
)

// String returns the column's name, without the suffix that it may have.
func (c Column) String() string { return outputColumns[c].name }

// ColumnSet is a set of columns, of which there may be 128.
type ColumnSet [2]uint64

// wholeRow is damaged where a row cannot be split into its fields.
var wholeRow = func() (s ColumnSet) {
	for c := range numColumns {
		s.add(c)
	}
	return s
}()

// Has reports whether a column belongs to the set.
func (s ColumnSet) Has(c Column) bool { return s[c/64]>>(c%64)&1 != 0 }

// All iterates over the columns of a set in their order.
func (s ColumnSet) All() iter.Seq[Column] {
	return func(yield func(Column) bool) {
		for c := range numColumns {
			if s.Has(c) && !yield(c) {
				return
			}
		}
	}
}

// And returns the columns that belong to both sets.
func (s ColumnSet) And(o ColumnSet) ColumnSet { return ColumnSet{s[0] & o[0], s[1] & o[1]} }

// add adds a column to the set.
func (s *ColumnSet) add(c Column) { s[c/64] |= 1 << (c % 64) }

func (s *ColumnSet) remove(c Column) { s[c/64] &^= 1 << (c % 64) }

func setOf(columns []Column) (s ColumnSet) {
	for _, c := range columns {
		s.add(c)
	}
	return s
}

// The values that these return for rows [from, to) are the batch's scratch memory, valid
// until the next call.

// columnNumbers returns the numbers of rows [from, to) of a column. They are the batch's
// scratch, and good until the next call.
func (b *Batch) columnNumbers(c *outputColumn, from, to int) []int32 {
	b.numbers = slices.Grow(b.numbers[:0], to-from)[:to-from]
	c.numbers(b.numbers, b, from)
	return b.numbers
}

// wordIndices returns the indices of words in their dictionary, or -1 for none.
func (b *Batch) wordIndices(c *outputColumn, from, to int) []int32 {
	numbers := b.columnNumbers(c, from, to)
	if !c.always {
		for i := range numbers {
			numbers[i]--
		}
	}
	return numbers
}

// doubles returns the numbers of a column that has fractions as indices into a table of them.
// The index 0 stands for none.
func (b *Batch) doubles(c *outputColumn, from, to int) (indices []int32, table []float64) {
	indices = b.columnNumbers(c, from, to)
	if !c.thousandths {
		return indices, c.values
	}
	b.fractions = append(b.fractions[:0], 0)
	for i, n := range indices {
		if n > 0 {
			b.fractions = append(b.fractions, float64(n-1)/1000)
			indices[i] = int32(len(b.fractions) - 1)
		}
	}
	return indices, b.fractions
}

// fileValues returns the names of the files that rows came from.
func (b *Batch) fileValues(from, to int) [][]byte {
	b.values, b.scratch = b.values[:0], b.scratch[:0]
	for s := range b.segments {
		g := &b.segments[s]
		start := len(b.scratch)
		for range min(to, g.to) - max(from, g.from) {
			if len(b.scratch) == start {
				b.scratch = append(b.scratch, strings.ToValidUTF8(g.source.name(), "\ufffd")...)
			}
			b.values = append(b.values, b.scratch[start:])
		}
	}
	return b.values
}

// lineNumbers returns the lines, or rows, of their files that rows came from.
func (b *Batch) lineNumbers(from, to int) []int64 {
	b.lines = b.lines[:0]
	for s := range b.segments {
		g := &b.segments[s]
		for i := max(from, g.from); i < min(to, g.to); i++ {
			b.lines = append(b.lines, g.source.lineOf(b, g, i))
		}
	}
	return b.lines
}

// gridValues returns texts of a kind, or nil where there is none.
func (b *Batch) gridValues(kind gridKind, from, to int) [][]byte {
	b.values = slices.Grow(b.values[:0], to-from)[:to-from]
	for i := range b.values {
		b.values[i] = b.grid(kind, from+i)
	}
	return b.values
}

// reasonValues returns why rows are rejected, or nil where they are not.
func (b *Batch) reasonValues(from, to int) [][]byte {
	b.values, b.scratch = b.values[:0], b.scratch[:0]
	for i := from; i < to; i++ {
		var value []byte
		if b.Reasons[i].Kind != gridtext.NoReason {
			start := len(b.scratch)
			b.scratch = b.Reasons[i].AppendCode(b.scratch)
			value = b.scratch[start:]
		}
		b.values = append(b.values, value)
	}
	return b.values
}

// fieldValues returns field k of the kept ones of text, or nil where a row does not have it,
// as UTF-8, since no reader opens a file with strings of other bytes. It also returns how many
// values had other bytes.
func (b *Batch) fieldValues(k int, f *Field, ascii bool, from, to int) (values [][]byte, replaced int64) {
	plain := b.isPlain(f)
	b.values = slices.Grow(b.values[:0], to-from)[:to-from]
	b.scratch = slices.Grow(b.scratch[:0], 1) // as an empty text in it is not nil then
	for i := range b.values {
		field := b.block.Field(from+i, k)
		if field == scan.Absent {
			b.values[i] = nil
			continue
		}
		value := b.block.Text(field)
		if !plain && len(value) > 1 && value[0] == '"' {
			start := len(b.scratch)
			b.scratch = scan.AppendUnquoted(b.scratch, value)
			value = b.scratch[start:]
		}
		if !ascii && !utf8.Valid(value) {
			value = []byte(string([]rune(string(value))))
			replaced++
		}
		b.values[i] = value
	}
	return b.values, replaced
}

// isASCII reports whether bytes are ASCII characters, which says sooner of many texts than
// utf8.Valid that they are UTF-8.
func isASCII(text []byte) bool {
	all := uint64(0)
	for ; len(text) >= 32; text = text[32:] {
		t := (*[32]byte)(text)
		all |= binary.LittleEndian.Uint64(t[0:]) | binary.LittleEndian.Uint64(t[8:]) |
			binary.LittleEndian.Uint64(t[16:]) | binary.LittleEndian.Uint64(t[24:])
	}
	for _, c := range text {
		all |= uint64(c)
	}
	return all&0x80808080_80808080 == 0
}
