package formats

import "iter"

// Column is a column that gridmill writes. It is an index into outputColumns.
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
	SearchStepsColumn
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
	ComputedMinimalColumn // like MinimalColumn, but for puzzles that gridmill did not generate
	RedundantColumn
	HardestColumn
	WavesColumn                                   // waves of the first technique; the other techniques follow
	RemovedColumn = WavesColumn + ratedTechniques // digits placed by singles; candidates removed by the other techniques follow
	numColumns    = RemovedColumn + ratedTechniques
)

// String returns the column's name. In an output, the name can have a suffix.
func (c Column) String() string { return outputColumns[c].name }

// ColumnSet is a set of up to 128 columns.
type ColumnSet [2]uint64

// wholeRow is the set of all columns. It marks rows that cannot be split into columns.
var wholeRow = setWhere(func(*outputColumn) bool { return true })

// Has reports whether a column belongs to the set.
func (s ColumnSet) Has(c Column) bool { return s[c/64]>>(c%64)&1 != 0 }

// All iterates over the columns of the set, in order.
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

// Without returns the columns of s that do not belong to o.
func (s ColumnSet) Without(o ColumnSet) ColumnSet { return ColumnSet{s[0] &^ o[0], s[1] &^ o[1]} }

// Or returns the columns that belong to at least one of the sets.
func (s ColumnSet) Or(o ColumnSet) ColumnSet { return ColumnSet{s[0] | o[0], s[1] | o[1]} }

func setWhere(fits func(c *outputColumn) bool) (s ColumnSet) {
	for c := range numColumns {
		if fits(&outputColumns[c]) {
			s.add(c)
		}
	}
	return s
}

func (s *ColumnSet) add(c Column) { s[c/64] |= 1 << (c % 64) }

func setOf(columns []Column) (s ColumnSet) {
	for _, c := range columns {
		s.add(c)
	}
	return s
}
