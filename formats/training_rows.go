package formats

import (
	"slices"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// A Choice says which rows of a result make a split of training data, and how many images
// follow each of them.
type Choice struct {
	Split string // its name
	// Fates has an entry for each row of the result. The split takes those that are Fate.
	Fates []byte
	Fate  byte
	// Images is how many follow each row. Which ones depends on the Seed, the number
	// of the row and that of the image alone.
	Images int64
	Seed   uint64
}

// trainingRows are what readers of a split have in common, and the source of its rows.
type trainingRows struct {
	Choice
	ownPuzzles
	info      Schema
	next, end int64 // rows of the split
	done      atomic.Int64
}

func newTrainingRows(result Reader, c Choice) *trainingRows {
	t := &trainingRows{Choice: c, info: *result.Schema()}
	t.info.Results = ColumnSet{}
	return t
}

func (t *trainingRows) Schema() *Schema { return &t.info }

// Progress counts rows of the split in the place of bytes.
func (t *trainingRows) Progress() (done, total int64) { return t.done.Load(), 0 }

func (t *trainingRows) name() string { return t.Split }

func (t *trainingRows) schema() *Schema { return &t.info }

// lineOf returns the row of the base. It is the batch's, as the rows of a source may serve
// others by the time it is written.
func (t *trainingRows) lineOf(b *Batch, _ *segment, i int) int64 { return b.bases[i] }

// ownPuzzles are those of a source without a text that stood for them.
type ownPuzzles struct{}

func (p ownPuzzles) appendRaw(dst []byte, b *Batch, i int) []byte { return p.appendPuzzle(dst, b, i) }

func (ownPuzzles) appendPuzzle(dst []byte, b *Batch, i int) []byte {
	return append(dst, b.Puzzles[i][:]...)
}

func (ownPuzzles) appendReadback(dst []byte, _ *Batch, _ int, _ Column) []byte { return dst }

// rowsFrom returns how many rows a batch that starts with row next has at most. It ends at a
// multiple of its size, so that writers find whole sections in it wherever it started.
func (b *Batch) rowsFrom(next, end int64) int64 {
	return min(int64(b.maxRows)-next%int64(b.maxRows), end-next)
}

// makeTraining makes room for the rows of a segment of training data.
func (b *Batch) makeTraining(g *segment, leaves int) {
	if len(b.leaves) != leaves {
		b.leaves = make([]parquet.Column, leaves)
		for i := range b.leaves {
			b.leaves[i].Reset()
		}
	}
	b.imageIndex = slices.Grow(b.imageIndex[:g.from], g.to-g.from)[:g.to]
	b.bases = slices.Grow(b.bases[:g.from], g.to-g.from)[:g.to]
	b.makeExtras(g.to)
}

// setOrigin says which row of a result, from 0, row i is a copy of, and makes it an image of
// the puzzle and the solution of that unless the index of the image is 0.
func (b *Batch) setOrigin(i int, row, index int64, seed uint64, m *morph.Morph, puzzle, solution *solver.Grid) {
	b.bases[i], b.imageIndex[i] = row+1, int32(index)
	if index > 0 {
		m.Draw(seed, uint64(b.bases[i]), uint64(index))
		m.Apply(&b.Puzzles[i], puzzle)
		m.Apply(&b.Results[i].Solution, solution)
	}
}

// copyRow makes row i a copy of a row of another batch, with the columns that pass through.
// Rows must be made in their order.
func (b *Batch) copyRow(i int, from *Batch, row int) {
	b.Puzzles[i], b.Results[i], b.Reasons[i] = from.Puzzles[row], from.Results[row], from.Reasons[row]
	b.Minlex[i], b.Classes[i], b.Symmetries[i] = from.Minlex[row], from.Classes[row], from.Symmetries[row]
	if len(from.Ratings) > 0 {
		*b.rating(i) = from.Ratings[row]
	}
	for k := range b.leaves {
		b.leaves[k].AppendRow(&from.leaves[k], row)
	}
}

// keptLeaves returns how many leaves hold the kept columns, which come first.
func (s *Schema) keptLeaves() (n int) {
	for _, f := range s.Kept {
		n += f.leafCount
	}
	return n
}

// IsBase reports whether row i of training data is no image of the row before it.
func (b *Batch) IsBase(i int) bool { return b.imageIndex[i] == 0 }
