package formats

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/steps"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// Redundant is the set of a puzzle's redundant clues. A clue is redundant if the solution is still
// unique without it.
type Redundant struct {
	known   bool
	minimal int32 // value of the minimal column, as an index into truthTexts
	cells   ladder.Cells
}

func (r *Redundant) add(cell int) { r.cells = r.cells.With(cell) }

func (r *Redundant) append(dst []byte) []byte {
	start := len(dst)
	for cells := r.cells; cells.Len() > 0; cells = cells.Rest() {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = steps.AppendCell(dst, cells.First())
	}
	return dst
}

// clueRemover checks for each clue of a puzzle whether the solution is unique without the clue.
type clueRemover struct {
	checker   *solver.UniquenessChecker
	questions []solver.Question
	rows      []int // rows[place] is the row that questions[place] is about, or -1
	batch     *Batch
	row, cell int                  // where the search for the next clue continues
	ask       func(place int) bool // the method value r.proceed, stored because creating it allocates
}

func newClueRemover() *clueRemover {
	checker, _ := solver.NewUniquenessChecker("", false) // cannot fail, because the default kernel always exists
	n := checker.Places()
	r := &clueRemover{checker: checker, questions: make([]solver.Question, n), rows: slices.Repeat([]int{-1}, n)}
	r.ask = r.proceed
	return r
}

func (b *Batch) findRedundant(e *Extras) {
	if !e.Columns.Has(ComputedMinimalColumn) && !e.Columns.Has(RedundantColumn) {
		return
	}
	if b.remover == nil {
		b.remover = newClueRemover()
	}
	ratings := b.ratings(b.Len())
	for i := range b.Results {
		ratings[i].Redundant = Redundant{known: b.Results[i].Verdict == solver.Unique}
	}
	b.remover.batch, b.remover.row, b.remover.cell = b, 0, 0
	b.remover.checker.Run(b.remover.questions, b.remover.ask)
	b.remover.batch = nil
	for i := range ratings {
		if r := &ratings[i].Redundant; r.known {
			r.minimal = 1 + toNumber(r.cells.Len() == 0)
		}
	}
}

// proceed records the answer to questions[place], if any. It then stores the question about the next
// clue in questions[place]. If there are no more clues, it returns false.
func (r *clueRemover) proceed(place int) bool {
	q := &r.questions[place]
	if row := r.rows[place]; row >= 0 && q.Result.Count == 0 {
		r.batch.Ratings[row].Redundant.add(int(q.Cell))
	}
	r.rows[place] = -1
	for ; r.row < r.batch.Len(); r.row, r.cell = r.row+1, 0 {
		if !r.batch.Ratings[r.row].Redundant.known {
			continue
		}
		puzzle := &r.batch.Puzzles[r.row]
		for ; r.cell < solver.Cells; r.cell++ {
			if puzzle[r.cell] == solver.Blank {
				continue
			}
			q.Puzzle, q.Known, q.Cell = *puzzle, &r.batch.Results[r.row].Solution, uint8(r.cell)
			q.Puzzle[r.cell] = solver.Blank
			r.rows[place] = r.row
			r.cell++
			return true
		}
	}
	return false
}

func parseRedundant(b *Batch, i int, text []byte) bool {
	r := &b.rating(i).Redundant
	r.known, r.cells = b.Results[i].Verdict == solver.Unique, ladder.Cells{}
	for cell := range bytes.FieldsSeq(text) {
		if len(cell) == 4 && min(cell[1], cell[3]) >= '1' && max(cell[1], cell[3]) <= '9' {
			r.add(9*int(cell[1]-'1') + int(cell[3]-'1'))
		}
	}
	var written [6 * solver.Cells]byte
	return string(r.append(written[:0])) == string(text)
}
