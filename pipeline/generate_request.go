package pipeline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
	"github.com/gridmill/gridmill/solver/ladder"
)

// A Request specifies the puzzles to generate. Its string fields hold options as users write them.
// The tags name the options in the record of a run. Package verify reads this record.
type Request struct {
	// Called returns the name that error messages use for an option.
	Called          func(option string) string `json:"-"`
	Count           int64                      `json:"count"` // may be 0 if Clues, Guesses or Difficulty gives the numbers of puzzles
	Seed            uint64                     `json:"seed"`
	GridsOf         *uint64                    `json:"-"` // recorded as text
	Clues           string                     `json:"clues"`
	Guesses         string                     `json:"guesses"`
	Difficulty      string                     `json:"difficulty"`
	Symmetry        string                     `json:"symmetry"`
	Minimal         bool                       `json:"minimal"`
	PerGrid         int64                      `json:"per_grid"`
	Attempts, Steps int64                      `json:"-"` // not recorded, because they do not affect the puzzles
	Harder          bool                       `json:"harder"`
	Origins         *generate.Origins          `json:"-"` // recorded as a hash
}

// Mixture returns the requested mixture.
func (r *Request) Mixture() (m generate.Mixture, err error) {
	kinds, err := r.kinds()
	if err != nil {
		return nil, err
	}
	origins := int64(0)
	for _, k := range kinds {
		p, err := r.part(k)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(m, func(other generate.Part) bool { return other.Wanted() == p.Wanted() }) {
			return nil, fmt.Errorf("%s are listed twice; list them once, with the sum of the two numbers", p.Wanted())
		}
		if p.Origins != nil { // each kind starts from its own origins, so that kinds do not share puzzles
			p.FirstOrigin = origins
			origins += (p.Rows-1)/generate.PerLineage + 1
		}
		m = append(m, p)
	}
	switch {
	case r.Origins != nil && origins > r.Origins.Len():
		return nil, fmt.Errorf("%s provides only %d puzzles (equivalent puzzles count as one), but %d are required: one for every %d generated puzzles of each kind; add puzzles to the file, or generate fewer",
			r.Called("from"), r.Origins.Len(), origins, generate.PerLineage)
	case !m.Searches() && r.Steps != 0:
		return nil, fmt.Errorf("%s limits only the search for hard puzzles; to limit attempts that remove clues at random, use %s", r.Called("steps"), r.Called("attempts"))
	case !m.Removes() && r.Attempts != 0:
		return nil, fmt.Errorf("%s limits only attempts that remove clues at random; to limit the search for hard puzzles, use %s", r.Called("attempts"), r.Called("steps"))
	}
	return m, nil
}

// A kind specifies which puzzles to generate, and how many.
type kind struct {
	clues, guesses, difficulty string
	rows                       int64
}

// kinds returns the requested kinds. If no option lists kinds, the options describe a single kind.
func (r *Request) kinds() (kinds []kind, err error) {
	k := kind{r.Clues, r.Guesses, r.Difficulty, r.Count}
	texts := map[string]*string{"clues": &k.clues, "guesses": &k.guesses, "difficulty": &k.difficulty}
	lists := slices.DeleteFunc([]string{"clues", "guesses", "difficulty"}, func(name string) bool { return !strings.Contains(*texts[name], "=") })
	switch {
	case len(lists) > 1:
		return nil, fmt.Errorf("%s and %s both give numbers of puzzles (after =); give numbers in only one of them", r.Called(lists[0]), r.Called(lists[1]))
	case len(lists) == 0 && r.Count < 1:
		return nil, fmt.Errorf("%s N is required, where N is the number of puzzles", r.Called("count"))
	case len(lists) == 0:
		return []kind{k}, nil
	}
	name, text, shares := r.Called(lists[0]), texts[lists[0]], 0.0
	for _, item := range option.ItemsOf(*text) {
		value, number, _ := strings.Cut(item, "=")
		*text = value
		share, rows, err := option.ParseAmount(number)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %q needs a number or share of puzzles after =, such as %[3]s=250 or %[3]s=25%%", name, item, *text)
		case share > 0 && r.Count == 0:
			return nil, fmt.Errorf("%s: %q is a share of all puzzles, so %s is required", name, item, r.Called("count"))
		case share > 0: // round the sum of the shares, so that rounding errors do not accumulate
			rows = rounded(shares+share, r.Count) - rounded(shares, r.Count)
			shares += share
		}
		if k.rows = rows; rows == 0 {
			return nil, fmt.Errorf("%s: %q is less than one puzzle", name, item)
		}
		kinds = append(kinds, k)
	}
	return kinds, r.checkSum(kinds)
}

func rounded(share float64, count int64) int64 { return int64(math.Round(share * float64(count))) }

// checkSum checks that the numbers of puzzles of all kinds add up to Count, unless Count is 0.
func (r *Request) checkSum(kinds []kind) error {
	sum := int64(0)
	for _, k := range kinds {
		if sum += k.rows; sum < 0 {
			return fmt.Errorf("the numbers of puzzles add up to more than the maximum of %d", int64(math.MaxInt64))
		}
	}
	if r.Count > 0 && r.Count != sum {
		return fmt.Errorf("%[1]s is %[2]d, but the numbers for the individual kinds of puzzles add up to %[3]d; the two numbers must be equal", r.Called("count"), r.Count, sum)
	}
	return nil
}

func (r *Request) part(k kind) (p generate.Part, err error) {
	p.Rows = k.rows
	p.Options = generate.Options{Seed: r.Seed, GridsOf: r.GridsOf, PerGrid: r.PerGrid, Minimal: r.Minimal, Attempts: r.Attempts}
	option.Parsed(&p.Symmetry, &err, r.Called("symmetry")+": ")(generate.ParseSymmetry(r.Symmetry))
	least := generate.MinClues
	if !r.Minimal { // all numbers of clues are equally likely, so each should be easy to reach
		least = generate.LeastCommon
	}
	difficulties := generate.DifficultyRange{From: ladder.Easy, To: ladder.ExtremelyHard}
	names := "; the difficulties are: " + strings.Join(ladder.DifficultyNames(), ", ")
	option.Parsed(&p.Clues, &err, "")(parseRange(r.Called("clues"), k.clues, generate.Range{From: least, To: solver.Cells}, parseInt, "a number", ""))
	option.Parsed(&p.Guesses, &err, "")(parseRange(r.Called("guesses"), k.guesses, generate.Range{To: math.MaxInt32}, parseInt, "a number", ""))
	option.Parsed(&p.Difficulty, &err, "")(parseRange(r.Called("difficulty"), k.difficulty, difficulties, ladder.ParseDifficulty, "a difficulty", names))
	if err != nil {
		return p, err
	}
	return p, r.makeHarder(&p.Options)
}

// makeHarder changes p to request the search for hard puzzles if Harder or Origins is set, or if
// p.SearchesByDefault returns true.
func (r *Request) makeHarder(p *generate.Options) error {
	switch {
	case !r.Harder && r.Origins == nil && !p.SearchesByDefault():
		return nil
	case !p.CanSearch():
		search := "harder"
		if !r.Harder && r.Origins != nil {
			search = "from"
		}
		return fmt.Errorf("%s cannot be combined with %s, %s, %s or %s, because the search for hard puzzles makes only minimal puzzles, and chooses their patterns and solutions itself",
			r.Called(search), r.Called("clues"), r.Called("symmetry"), r.Called("per_grid"), r.Called("grids_of"))
	case p.Guesses == nil && p.Difficulty == nil && r.Origins == nil:
		return fmt.Errorf("%s requires %s, %s or %s", r.Called("harder"), r.Called("guesses"), r.Called("difficulty"), r.Called("from"))
	}
	p.Search()
	p.Steps, p.Origins, p.Attempts = r.Steps, r.Origins, 0
	return nil
}

// parseRange parses A:B, A:, :B or A. Missing limits default to those of r. If text is empty,
// parseRange returns nil. In errors, what names the kind of limit, and values lists valid limits.
func parseRange[T cmp.Ordered](option, text string, r generate.RangeOf[T], parse func(string) (T, error), what, values string) (*generate.RangeOf[T], error) {
	if text == "" {
		return nil, nil
	}
	first, last, isRange := strings.Cut(text, ":")
	if !isRange {
		last = first
	}
	var errFirst, errLast error
	if first != "" {
		r.From, errFirst = parse(first)
	}
	if last != "" {
		r.To, errLast = parse(last)
	}
	switch {
	case errFirst != nil || errLast != nil || first+last == "":
		return nil, fmt.Errorf("%s must be %s or a range (A:B, A: or :B), not %q%s", option, what, text, values)
	case r.From > r.To:
		return nil, fmt.Errorf("%s: the range %q is empty, because it starts at %v and ends at %v; write A:B, with A at most B", option, text, r.From, r.To)
	}
	return &r, nil
}

func parseInt(text string) (int, error) {
	n, err := option.ParseNumber(text)
	if err == nil && (n < 0 || n > math.MaxInt32) {
		err = strconv.ErrRange
	}
	return int(n), err
}
