package verify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// mixtureOf returns the mixture of puzzles that a run was asked to generate. It returns nil if the
// run did not generate puzzles or did not record the options.
func mixtureOf(p *parts.Provenance) generate.Mixture {
	var options struct {
		pipeline.Request
		GridsOf     string `json:"grids_of"`
		FromPuzzles string `json:"from_puzzles"`
	}
	text, err := json.Marshal(p.Options)
	if err != nil || json.Unmarshal(text, &options) != nil || options.Symmetry == "" {
		return nil
	}
	r := &options.Request
	r.Called, r.PerGrid = func(option string) string { return option }, max(1, r.PerGrid)
	if options.GridsOf != "" {
		r.GridsOf = new(uint64)
	}
	if options.FromPuzzles != "" {
		r.Harder = true
		if r.Guesses+r.Difficulty == "" {
			r.Guesses = "0:" // results do not record the minimum (the origin's number of guesses)
		}
	}
	mixture, _ := r.Mixture() // nil after an error
	return mixture
}

// claims checks that puzzles are of the requested kinds. It solves the puzzles and computes the
// columns in extras.
type claims struct {
	kinds      generate.Mixture
	assignment *generate.Assignment
	lanes      solver.Solver
	results    []solver.Result
	rated      formats.Batch  // holds the computed columns
	extras     formats.Extras // which of the columns difficulty and guesses_mean are required
	misplaced  []int64        // rows whose puzzles are of a kind requested for other rows
}

// newClaims returns claims for m. It returns nil if m is empty or a part of m allows every puzzle.
func newClaims(m generate.Mixture) *claims {
	var extras []formats.Column
	for i := range m {
		k := &m[i]
		if k.Clues == nil && k.Guesses == nil && k.Difficulty == nil {
			return nil
		}
		if k.Guesses != nil && k.Harder {
			extras = append(extras, formats.GuessesMeanColumn)
		}
		if k.Difficulty != nil {
			extras = append(extras, formats.DifficultyColumn)
		}
	}
	if len(m) == 0 {
		return nil
	}
	lanes, _ := solver.New(solver.Default, solver.Config{MaxSolutions: 2}) // cannot fail: the default solver runs on every machine
	return &claims{
		kinds: m, assignment: generate.NewAssignment(m), lanes: lanes,
		extras: formats.ExtrasOf(extras...),
	}
}

// find solves the puzzles of a batch and computes the columns needed by c.check and c.fits.
func (c *claims) find(b *formats.Batch) {
	c.results = slices.Grow(c.results[:0], b.Len())[:b.Len()]
	c.lanes.Solve(b.Puzzles, c.results)
	c.rated.FindExtrasOf(b.Puzzles, c.results, c.extras)
	c.misplaced = c.misplaced[:0]
}

// check returns an error if the puzzle in row i of the batch is not of any requested kind. If the
// puzzle is of a kind that is requested for other rows, check adds runRow to c.misplaced.
func (c *claims) check(puzzle *solver.Grid, i int, runRow int64) error {
	if c.results[i].Verdict != solver.Unique {
		return nil // other checks report wrong verdicts
	}
	kind := -1 // stays -1 for rows beyond the requested number of rows
	if runRow < c.kinds.Rows() {
		kind, _ = c.assignment.Of(runRow)
	}
	if kind >= 0 && c.fits(&c.kinds[kind].Options, puzzle, i) {
		return nil
	}
	var wanted []string
	for k := range c.kinds {
		if c.fits(&c.kinds[k].Options, puzzle, i) {
			if kind >= 0 {
				c.misplaced = append(c.misplaced, runRow)
			}
			return nil
		}
		wanted = append(wanted, c.kinds[k].Wanted())
	}
	is := fmt.Sprintf("%d clues, %s", puzzle.Clues(), english.Plural(int(c.results[i].Guesses), "guess", "guesses"))
	if c.extras.Columns.Has(formats.GuessesMeanColumn) {
		is += fmt.Sprintf(", %s on average", c.rated.AppendExtra(nil, i, formats.GuessesMeanColumn))
	}
	if c.extras.Columns.Has(formats.DifficultyColumn) {
		is += ", difficulty " + c.rated.Ratings[i].Difficulty.String()
	}
	return fmt.Errorf("the options of the run require %s, but this puzzle has %s", strings.Join(wanted, ", or "), is)
}

// fits reports whether the puzzle of row i is of the kind that o specifies.
func (c *claims) fits(o *generate.Options, puzzle *solver.Grid, i int) bool {
	if r := o.Clues; r != nil && !r.Contains(puzzle.Clues()) {
		return false
	}
	if r := o.Guesses; r != nil && o.Harder {
		const thousandths = 1000 // Rating.GuessesMean is the mean in thousandths, plus 1
		if mean := int(c.rated.Ratings[i].GuessesMean) - 1; mean < thousandths*r.From || mean/thousandths >= r.To+1 {
			return false
		}
	} else if r != nil && !r.Contains(int(c.results[i].Guesses)) {
		return false
	}
	return o.Difficulty == nil || o.Difficulty.Contains(c.rated.Ratings[i].Difficulty)
}
