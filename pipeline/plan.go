package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// planFormat is the version of the plan's form. A plan of another is refused.
const planFormat = 1

// maxParts is how many parts a plan may have, so that the numbers in their names have
// six digits and readers that go by name read them in their order.
const maxParts = 1_000_000

// A Plan is a run cut into parts: everything that the output depends on. It never
// changes once it is made, and holds nothing about the machine that made it.
type Plan struct {
	Format  int    `json:"gridmill_plan"`
	Version string `json:"version"` // of gridmill
	Recipe
	Inputs []files.Fingerprint `json:"inputs"`
	Rows   int64               `json:"rows"`
	Parts  []Part              `json:"parts"`
}

// A Recipe says what is done with the rows of a data set.
type Recipe struct {
	Solver  string         `json:"solver"`
	Options map[string]any `json:"options"` // numbers, booleans and texts, by the names of their flags
	// Extension is what the names of part files end in, without the dot.
	Extension string `json:"extension"`
	PartRows  int64  `json:"part_rows"` // of each part but the last
}

// recipeOf returns the solver and the options that a result says it was made with, as
// far as it says so.
func recipeOf(s *formats.Schema) (r Recipe) {
	d := json.NewDecoder(strings.NewReader(s.Record))
	d.UseNumber()
	if d.Decode(&r) != nil {
		return Recipe{}
	}
	return r
}

// A Part is a segment that gets an output file of its own.
type Part struct {
	Number int `json:"part"` // from 0
	Segment
}

// A PlanError says that a plan, or the directory for its parts, does not fit what is
// asked for. It is a fault of the command line.
type PlanError struct{ problem string }

func (e *PlanError) Error() string { return e.problem }

func badPlan(format string, args ...any) error {
	return &PlanError{fmt.Sprintf(format, args...)}
}

// identity is a hash of the whole plan. Parts carry it, so that none is taken for
// a part of another plan.
func (p *Plan) identity() string {
	sum := sha256.Sum256(p.text())
	return "sha256:" + hex.EncodeToString(sum[:])
}

// text is the one way to write the plan.
func (p *Plan) text() []byte { return exactjson.Encode(p) }

// WriteTo writes the plan as JSON.
func (p *Plan) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(p.text())
	return int64(n), err
}

// ReadPlan reads a plan from a file.
func ReadPlan(file string) (*Plan, error) {
	return readPlan(file, "make it anew with gridmill plan")
}

// readPlan reads a plan from a file, where mend says what to do about one that is damaged
// or not there.
func readPlan(file, mend string) (*Plan, error) {
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s: the plan cannot be read: %w; let this user read it", file, files.WithoutPath(err))
	case err != nil:
		return nil, fmt.Errorf("%s: the plan cannot be read: %w; %s", file, files.WithoutPath(err), mend)
	}
	p := new(Plan)
	if err := exactjson.Decode(text, p); err != nil {
		return nil, fmt.Errorf("%s is no plan, or damaged: %w; %s", file, err, mend)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; %s", file, err, mend)
	}
	return p, nil
}

// check refuses a plan that cannot have been made by MakePlan.
func (p *Plan) check() error {
	if p.Format != planFormat {
		return fmt.Errorf("its form is version %d, where this gridmill knows %d", p.Format, planFormat)
	}
	if len(p.Parts) == 0 || len(p.Inputs) == 0 || p.PartRows < 1 {
		return errors.New("it has no inputs or no parts")
	}
	if len(p.Parts) > maxParts {
		return tooManyParts(p.PartRows)
	}
	if p.Extension == "" || strings.Trim(p.Extension, "abcdefghijklmnopqrstuvwxyz") != "" {
		return fmt.Errorf("%q is no ending for the names of parts", p.Extension)
	}
	if _, _, err := p.limits(); err != nil {
		return err
	}
	rows := int64(0)
	for i, part := range p.Parts {
		full := part.Rows == p.PartRows || i == len(p.Parts)-1 && part.Rows >= 0 && part.Rows < p.PartRows
		if part.Number != i || part.First != rows || !full || part.At.File < 0 || part.At.File > len(p.Inputs) {
			return fmt.Errorf("part %d does not follow from those before it", i)
		}
		rows += part.Rows
	}
	if rows != p.Rows {
		return fmt.Errorf("its parts have %d rows in all, not %d", rows, p.Rows)
	}
	return nil
}

func tooManyParts(partRows int64) error {
	return badPlan("parts of --part-rows %d would be more than %d; raise --part-rows", partRows, maxParts)
}

// limits returns the options that bound the search, 0 where they are not given.
func (r *Recipe) limits() (maxSolutions, maxGuesses int32, err error) {
	for name, limit := range map[string]*int32{"max_solutions": &maxSolutions, "max_guesses": &maxGuesses} {
		value, given := r.Options[name]
		if !given {
			continue
		}
		n, err := strconv.ParseUint(fmt.Sprint(value), 10, 31)
		if err != nil {
			return 0, 0, fmt.Errorf("its option %s is %v, and no number that a search can have", name, value)
		}
		*limit = int32(n)
	}
	return maxSolutions, maxGuesses, nil
}

// Files are the names of the inputs.
func (p *Plan) Files() []string {
	var files []string
	for _, input := range p.Inputs {
		files = append(files, input.File)
	}
	return files
}

// CheckRecipe refuses the plan where it was made by another version, for another
// recipe, or for other files, and names the difference. What is called origin had
// the plan.
func (p *Plan) CheckRecipe(origin, version string, r Recipe, files []string) error {
	if p.Version != version {
		return badPlan("%s was made by gridmill %s, and this is %s", origin, p.Version, version)
	}
	if p.Solver != r.Solver {
		return badPlan("%s was made with --solver %s, and this asks for %s", origin, p.Solver, r.Solver)
	}
	mine, theirs := p.asked(), r.asked()
	names := maps.Clone(mine)
	maps.Copy(names, theirs)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if mine[name] != theirs[name] {
			return badPlan("%s was made with --%s %s, and this asks for %s", origin,
				strings.ReplaceAll(name, "_", "-"), orNothing(mine[name]), orNothing(theirs[name]))
		}
	}
	if made := p.Files(); !slices.Equal(made, files) {
		return badPlan("%s was made of other inputs: %s", origin, describeDifference(made, files))
	}
	return nil
}

// asked returns all options as text.
func (r *Recipe) asked() map[string]string {
	asked := map[string]string{"part_rows": strconv.FormatInt(r.PartRows, 10)}
	for name, value := range r.Options {
		asked[name] = fmt.Sprint(value)
	}
	return asked
}

func orNothing(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}

// describeDifference says where two lists of files begin to differ.
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

// CheckInputs refuses inputs that changed since the plan was made, and names the
// first that did.
func (p *Plan) CheckInputs(ctx context.Context, read *files.Counter) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(inputsAtOnce)
	for _, input := range p.Inputs {
		group.Go(func() error { return input.Check(ctx, read) })
	}
	return group.Wait()
}

// inputsAtOnce bounds how many inputs are hashed at the same time.
const inputsAtOnce = 2
