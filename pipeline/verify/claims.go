package verify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// mixtureOf returns the kinds of puzzles that a run was to make, or nil if it made none or that is not
// recorded.
func mixtureOf(p *parts.Provenance) generate.Mixture {
	options := p.Options
	text := func(name string) string {
		value, _ := options[name].(string)
		return value
	}
	if text("symmetry") == "" {
		return nil
	}
	r := pipeline.Request{Count: 1, PerGrid: 1, Clues: text("clues"), Guesses: text("guesses"), Difficulty: text("difficulty"), Symmetry: text("symmetry")}
	r.Minimal, _ = options["minimal"].(bool)
	r.Harder, _ = options["harder"].(bool)
	if n, isNumber := options["per_grid"].(json.Number); isNumber {
		r.PerGrid, _ = n.Int64()
	}
	if text("grids_of") != "" {
		r.GridsOf = new(uint64)
	}
	if text("from") != "" {
		r.Harder = true
		if r.Guesses+r.Difficulty == "" {
			r.Guesses = "0:" // at least those of a puzzle that is not known here
		}
	}
	if strings.Contains(r.Clues+r.Guesses+r.Difficulty, "=") {
		r.Count = 0
	}
	mixture, err := r.Mixture()
	if err != nil {
		return nil
	}
	return mixture
}

// claims checks that puzzles are of one of the kinds that the run was to make, by solving and rating
// them again.
type claims struct {
	kinds   generate.Mixture
	lanes   solver.Solver
	results []solver.Result
	rated   *formats.Batch
	extras  formats.Extras // that say how hard puzzles are, as far as the kinds differ in them
}

// newClaims returns the claims of a mixture, or nil if it has all kinds of puzzles.
func newClaims(m generate.Mixture) (*claims, error) {
	var extras []string
	for i := range m {
		k := &m[i]
		if k.Clues == nil && k.Guesses == nil && k.Difficulty == nil {
			return nil, nil
		}
		if k.Guesses != nil && k.Harder {
			extras = append(extras, formats.GuessesMeanColumn.String())
		}
		if k.Difficulty != nil {
			extras = append(extras, formats.DifficultyColumn.String())
		}
	}
	if len(m) == 0 {
		return nil, nil
	}
	c := &claims{kinds: m, rated: formats.NewBatch(0)}
	var err error
	if c.extras, err = formats.ParseExtras(strings.Join(extras, ",")); err != nil {
		return nil, err
	}
	c.lanes, err = solver.New(solver.Default, solver.Config{MaxSolutions: 2})
	return c, err
}

// find solves and rates the puzzles of a batch again.
func (c *claims) find(b *formats.Batch) {
	c.results = slices.Grow(c.results[:0], b.Len())[:b.Len()]
	c.lanes.Solve(b.Puzzles, c.results)
	c.rated.FindExtrasOf(b.Puzzles, c.results, c.extras)
}

// check requires that the puzzle of row i is of one of the kinds.
func (c *claims) check(puzzle *solver.Grid, i int) error {
	if c.results[i].Verdict != solver.Unique {
		return nil // other checks say so
	}
	var wanted []string
	for k := range c.kinds {
		if c.fits(&c.kinds[k].Options, puzzle, i) {
			return nil
		}
		wanted = append(wanted, c.kinds[k].Wanted())
	}
	is := fmt.Sprintf("%d clues, %d guesses", puzzle.Clues(), c.results[i].Guesses)
	if c.extras.Columns().Has(formats.GuessesMeanColumn) {
		is += fmt.Sprintf(", %s on average", c.rated.AppendExtra(nil, i, formats.GuessesMeanColumn))
	}
	if c.extras.Columns().Has(formats.DifficultyColumn) {
		is += ", difficulty " + c.rated.Ratings[i].Difficulty.String()
	}
	return fmt.Errorf("the run was to make %s, but this one has %s", strings.Join(wanted, ", or "), is)
}

// fits reports whether the puzzle of row i is of a kind.
func (c *claims) fits(o *generate.Options, puzzle *solver.Grid, i int) bool {
	if r := o.Clues; r != nil && !r.Contains(puzzle.Clues()) {
		return false
	}
	if r := o.Guesses; r != nil && o.Harder {
		const thousandths = 1000
		if mean := int(c.rated.Ratings[i].GuessesMean) - 1; mean < thousandths*r.From || mean/thousandths >= r.To+1 {
			return false
		}
	} else if r != nil && !r.Contains(int(c.results[i].Guesses)) {
		return false
	}
	d := o.Difficulty
	return d == nil || d.From <= c.rated.Ratings[i].Difficulty && c.rated.Ratings[i].Difficulty <= d.To
}
