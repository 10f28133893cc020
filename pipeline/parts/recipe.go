package parts

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// A Recipe specifies how the rows of a data set are processed.
type Recipe struct {
	Solver  string         `json:"solver"`
	Options map[string]any `json:"options"` // numbers, booleans and strings by option name
	// Extension is the file name extension of parts, without the dot.
	Extension string `json:"extension"`
	PartRows  int64  `json:"part_rows"` // rows per part; the last part may have fewer
	// Puzzles and Answers name the columns that hold puzzles and answers in each part (see
	// formats.Schema.WrittenRoles). The names are recorded, because these columns cannot be
	// recognized in a part with only invalid rows.
	Puzzles string `json:"puzzles,omitempty"`
	Answers string `json:"answers,omitempty"`
}

// Provenance records the recipe of a result, and the version of gridmill that wrote the result.
type Provenance struct {
	Version string `json:"version"`
	Recipe
}

// ProvenanceOf returns the provenance recorded in a result. If the result has no readable
// provenance, it returns the zero Provenance.
func ProvenanceOf(s *formats.Schema) (p Provenance) {
	d := json.NewDecoder(strings.NewReader(s.Provenance))
	d.UseNumber()
	if d.Decode(&p) != nil {
		return Provenance{}
	}
	return p
}

// Limits returns the search limits in the options. A limit that is not set is 0.
func (r *Recipe) Limits() (c solver.Config, err error) {
	option.Parsed(&c.MaxSolutions, &err, "")(r.limit("max_solutions"))
	option.Parsed(&c.MaxGuesses, &err, "")(r.limit("max_guesses"))
	return c, err
}

func (r *Recipe) limit(name string) (int32, error) {
	value, given := r.Options[name]
	if !given {
		return 0, nil
	}
	n, err := strconv.ParseUint(fmt.Sprint(value), 10, 31)
	if err != nil {
		return 0, fmt.Errorf("its %s option is %v, which is not a valid search limit", name, value)
	}
	return int32(n), nil
}

// A ClashError reports that a setting had a different value when a plan or result was created.
type ClashError struct {
	Origin          string // name of the plan or result, for messages
	Setting         string // "solver", "part_rows" or one of the options of a Recipe
	Made, Requested string // values in the earlier and the current run; empty if not set
}

func (e *ClashError) Error() string {
	return fmt.Sprintf("%s was created %s, not %s", e.Origin, withSetting(e.Setting, e.Made), withSetting(e.Setting, e.Requested))
}

func withSetting(name, value string) string {
	if value == "" {
		return fmt.Sprintf("without %q", name)
	}
	return fmt.Sprintf("with %q", name+"="+value)
}

// NoSolver is the value of Recipe.Solver if rows are converted without being solved.
const NoSolver = "none"

func makerError(origin string, made bool, command string) error {
	not := map[bool]string{true: "", false: "not "}[made]
	return option.Misuse(option.Directory, "%s was %smade by gridmill %s", origin, not, command)
}

// CheckRecipe returns an error if the plan was created by a different version or command, with
// different settings, or from different files. The error describes the first difference, and uses
// origin as the name of the plan. If the difference is in a setting, the error is a *ClashError.
func (p *Plan) CheckRecipe(origin, version string, r Recipe, files []string) error {
	if p.Version != version {
		return option.Misuse(option.Version, "%s was created by gridmill %s, but this is gridmill %s", origin, p.Version, version)
	}
	if isGenerated := len(p.Inputs) == 0; isGenerated != (len(files) == 0) {
		return makerError(origin, isGenerated, "generate")
	}
	if isConverted := p.Solver == NoSolver; isConverted != (r.Solver == NoSolver) {
		return makerError(origin, isConverted, "convert")
	}
	mine, theirs := p.settings(), r.settings()
	names := maps.Clone(mine)
	maps.Copy(names, theirs)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if mine[name] != theirs[name] {
			return &ClashError{origin, name, mine[name], theirs[name]}
		}
	}
	if made := p.Files(); !slices.Equal(made, files) {
		return option.Misuse(option.Directory, "%s was created from different inputs: %s", origin, describeDifference(made, files))
	}
	return nil
}

func (r *Recipe) settings() map[string]string {
	settings := map[string]string{"solver": r.Solver, "part_rows": strconv.FormatInt(r.PartRows, 10)}
	for name, value := range r.Options {
		settings[name] = fmt.Sprint(value)
	}
	return settings
}

// describeDifference describes the first difference between two lists of inputs.
func describeDifference(made, requested []string) string {
	i, both := 0, min(len(made), len(requested))
	for i < both && made[i] == requested[i] {
		i++
	}
	switch {
	case i == len(made), len(requested) > both && !slices.Contains(made, requested[i]):
		return requested[i] + " was not an input"
	case i == len(requested), len(made) > both && !slices.Contains(requested, made[i]):
		return made[i] + " is no longer an input"
	}
	before, _ := os.Stat(made[i]) // SameFile returns false if there was an error
	now, _ := os.Stat(requested[i])
	if os.SameFile(before, now) {
		return fmt.Sprintf("%s is now given as %s (to continue, give it as %[1]s)", made[i], requested[i])
	}
	return fmt.Sprintf("input %d was %s but is now %s", i+1, made[i], requested[i])
}
