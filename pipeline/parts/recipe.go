package parts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
)

// A Recipe says what is done with the rows of a data set.
type Recipe struct {
	Solver  string         `json:"solver"`
	Options map[string]any `json:"options"` // numbers, booleans and texts, by the names of their flags
	// Extension is what the names of part files end in, without the dot.
	Extension string `json:"extension"`
	PartRows  int64  `json:"part_rows"` // of each part but the last
	// NoColumns says that the inputs have none, so that what options name by number are words.
	NoColumns bool `json:"no_columns,omitempty"`
}

// RecipeOf returns the solver and the options that made a result, as far as its provenance
// names them.
func RecipeOf(s *formats.Schema) (r Recipe) {
	d := json.NewDecoder(strings.NewReader(s.Provenance))
	d.UseNumber()
	if d.Decode(&r) != nil {
		return Recipe{}
	}
	return r
}

// VersionOf returns the version of gridmill that made a result, as far as its provenance names
// it.
func VersionOf(s *formats.Schema) string {
	var made struct {
		Version string `json:"version"`
	}
	if json.Unmarshal([]byte(s.Provenance), &made) != nil {
		return ""
	}
	return made.Version
}

// Limits returns the options that bound the search, 0 where they are not given.
func (r *Recipe) Limits() (maxSolutions, maxGuesses int32, err error) {
	for name, limit := range map[string]*int32{"max_solutions": &maxSolutions, "max_guesses": &maxGuesses} {
		value, given := r.Options[name]
		if !given {
			continue
		}
		n, err := strconv.ParseUint(fmt.Sprint(value), 10, 31)
		if err != nil {
			return 0, 0, fmt.Errorf("its option %s is %v, which is not a number that a search can have", name, value)
		}
		*limit = int32(n)
	}
	return maxSolutions, maxGuesses, nil
}

// A ClashError says that a setting is not what it was when something was made.
type ClashError struct {
	Origin      string // what was made
	Setting     string // "solver", "part_rows" or one of the options of a Recipe
	Made, Asked string // its values then and now; empty where it was not set
}

func (e *ClashError) Error() string {
	made := "without " + e.Setting
	if e.Made != "" {
		made = "with " + e.Setting + "=" + e.Made
	}
	return fmt.Sprintf("%s was made %s, and this asks for %s", e.Origin, made, cmp.Or(e.Asked, "none"))
}

// CheckRecipe refuses the plan where it was made by another version, for another recipe,
// or for other files. The error names the difference, and what had the plan by its origin.
// It is a *ClashError where a setting differs.
func (p *Plan) CheckRecipe(origin, version string, r Recipe, files []string) error {
	if p.Version != version {
		return option.Misuse(option.Version, "%s was made by gridmill %s, and this is %s", origin, p.Version, version)
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
		return option.Misuse(option.Directory, "%s was made of other inputs: %s", origin, describeDifference(made, files))
	}
	return nil
}

// settings returns all settings as text.
func (r *Recipe) settings() map[string]string {
	settings := map[string]string{"solver": r.Solver, "part_rows": strconv.FormatInt(r.PartRows, 10)}
	for name, value := range r.Options {
		settings[name] = fmt.Sprint(value)
	}
	return settings
}

// KeptColumn returns the column that an option names, if the output has it under the
// same name or number, and nothing otherwise.
func (r *Recipe) KeptColumn(option string) string {
	settings := r.settings()
	column, keep := settings[option], settings["keep"]
	_, numberErr := strconv.Atoi(column)
	switch {
	case r.NoColumns:
		return ""
	case keep == "all", column == "none":
		return column
	case numberErr == nil: // others may be left out before it
		return ""
	}
	kept := slices.ContainsFunc(strings.Split(keep, ","), func(name string) bool {
		return strings.EqualFold(strings.TrimSpace(name), column)
	})
	if !kept {
		return ""
	}
	return column
}

// describeDifference says where two lists of files start to differ.
func describeDifference(made, asked []string) string {
	for i := range min(len(made), len(asked)) {
		if made[i] != asked[i] {
			return fmt.Sprintf("number %d was %s, and is %s now", i+1, made[i], asked[i])
		}
	}
	if len(made) > len(asked) {
		return made[len(asked)] + " is missing now"
	}
	return asked[len(made)] + " was not among them"
}
