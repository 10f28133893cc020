package parts

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// planFormat is the version of the plan format. Plans of other versions are rejected.
const planFormat = 3

// maxParts is the maximum number of parts in a plan. It limits part numbers to six digits, so that
// sorting parts by name puts them in row order.
const maxParts = 1_000_000

// A Plan divides a run into parts. It records everything that the output depends on. A Plan is
// immutable and does not depend on the machine on which it was created.
type Plan struct {
	Format  int    `json:"gridmill_plan"`
	Version string `json:"version"` // of gridmill
	Recipe
	Inputs []files.Fingerprint `json:"inputs"`
	Rows   int64               `json:"rows"`
	Parts  []Part              `json:"parts"`
}

// A Part is a range of rows with its own output file.
type Part struct {
	Number int `json:"part"` // counted from 0
	pipeline.Range
}

// Identity returns a hash of the plan, excluding the modification times of the inputs. Manifests
// contain this hash, so that the parts of one plan are not accepted for a different plan.
func (p *Plan) Identity() string {
	sum, timeless := sha256.New(), *p
	timeless.Inputs = slices.Clone(p.Inputs)
	for i := range timeless.Inputs {
		timeless.Inputs[i].Modified = time.Time{}
	}
	_ = timeless.Write(sum) // never fails
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// Write writes the plan as JSON.
func (p *Plan) Write(to io.Writer) error {
	rest := *p
	rest.Inputs = []files.Fingerprint{}
	return exactjson.WriteList(to, &rest, "inputs", p.Inputs)
}

// ReadPlan reads a plan from a file.
func ReadPlan(file string) (*Plan, error) {
	p, err := readPlan(file)
	if err != nil {
		err = cmp.Or(files.RejectRemoteInput(file), fmt.Errorf("%w; make the plan again with gridmill plan, or use the copy in the directory of the run (%s/%s)", err, privateName, planName))
	}
	return p, err
}

func readPlan(file string) (*Plan, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: the plan cannot be read: %w", file, files.WithoutPath(err))
	}
	p := new(Plan)
	if err := exactjson.Decode(text, p); err != nil {
		return nil, fmt.Errorf("%s is not a plan, or is damaged: %w", file, err)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s is not a valid plan: %w", file, err)
	}
	return p, nil
}

// check returns an error if p.Format is not planFormat, or if the plan contradicts itself.
func (p *Plan) check() error {
	_, generated := p.Options[countOption]
	_, err := p.Limits()
	switch {
	case p.Format != planFormat:
		return fmt.Errorf("it has format version %d, but this version of gridmill reads version %d", p.Format, planFormat)
	case len(p.Parts) == 0 || len(p.Inputs) == 0 != generated || p.PartRows < 1:
		return errors.New(`"inputs", "parts" or "part_rows" is missing or wrong`)
	case len(p.Parts) > maxParts:
		return tooManyParts(p.PartRows)
	case p.Extension == "" || strings.Trim(p.Extension, "abcdefghijklmnopqrstuvwxyz") != "":
		return fmt.Errorf("%q is not a valid extension for parts", p.Extension)
	case err != nil:
		return err
	}
	rows := int64(0)
	for i, part := range p.Parts {
		full := part.Rows == p.PartRows || i == len(p.Parts)-1 && part.Rows >= 0 && part.Rows < p.PartRows
		if part.Number != i || part.First != rows || !full || part.At.File < 0 || part.At.File > len(p.Inputs) {
			return fmt.Errorf("the number, first row, row count or input of part %d is wrong", i)
		}
		rows += part.Rows
	}
	if rows != p.Rows {
		return fmt.Errorf("its parts have %d rows in total, expected %d", rows, p.Rows)
	}
	return nil
}

func tooManyParts(partRows int64) error {
	return option.Misuse(option.PartRows, "with %d rows per part, the number of parts would exceed the limit of %s", partRows, humanize.Comma(maxParts))
}

// Files returns the names of the input files.
func (p *Plan) Files() (files []string) {
	for _, input := range p.Inputs {
		files = append(files, input.File)
	}
	return files
}

// CheckInputs returns an error if an input has changed since the plan was created.
func (p *Plan) CheckInputs(ctx context.Context, read *files.Counter) error {
	const inputsAtOnce = 2
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(inputsAtOnce)
	for _, input := range p.Inputs {
		group.Go(func() error { return input.Check(ctx, read) })
	}
	return group.Wait()
}

// MakePlan divides a data set into parts. The reader must be at the start of the data set. inputs
// must hold the states that the files had before the reader was opened. MakePlan reads all rows to
// find where the parts start. At the same time, it hashes the files. hashed counts the bytes hashed
// so far. If a file is modified meanwhile, MakePlan returns an error that wraps files.ErrModified.
func MakePlan(ctx context.Context, version string, recipe Recipe, inputs files.States, reader formats.Reader, hashed *files.Counter) (*Plan, error) {
	recipe.Puzzles, recipe.Answers = reader.Schema().WrittenRoles()
	p := &Plan{Format: planFormat, Version: version, Recipe: recipe, Inputs: make([]files.Fingerprint, len(inputs))}
	group, planning := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		for i := range inputs {
			if p.Inputs[i], err = files.FingerprintOf(planning, inputs[i].File, hashed); err != nil {
				return err
			}
		}
		return nil
	})
	group.Go(func() (err error) {
		defer pipeline.Recover(&err, "planning")
		return p.cut(planning, reader)
	})
	return p, inputs.CheckRun(ctx, group.Wait())
}

// countOption is the option that holds the number of generated rows. Only plans without inputs have
// this option.
const countOption = "count"

// PlanRows returns a Plan that divides the given number of generated rows into parts.
func PlanRows(version string, recipe Recipe, rows int64) (*Plan, error) {
	if (rows-1)/recipe.PartRows >= maxParts {
		return nil, tooManyParts(recipe.PartRows)
	}
	p := &Plan{Format: planFormat, Version: version, Recipe: recipe, Inputs: []files.Fingerprint{}, Rows: rows}
	for first := int64(0); first < rows || first == 0; first += recipe.PartRows {
		part := pipeline.Range{First: first, Rows: min(recipe.PartRows, rows-first), At: formats.GeneratedAt(first)}
		p.Parts = append(p.Parts, Part{len(p.Parts), part})
	}
	return p, nil
}

// scanRows is the maximum number of rows that Plan.cut reads at a time.
const scanRows = 4096

// cut divides the rows into parts. If there are no rows, it creates a single empty part.
func (p *Plan) cut(ctx context.Context, reader formats.Reader) error {
	b := formats.NewCountingBatch(scanRows)
	for {
		part := Part{len(p.Parts), pipeline.Range{First: p.Rows, At: reader.Position()}}
		if err := reader.Seek(part.At, part.First, p.PartRows); err != nil {
			return err
		}
		if err := part.count(ctx, reader, b); err != nil {
			return err
		}
		if part.Rows > 0 && part.Number == maxParts {
			return tooManyParts(p.PartRows)
		}
		if part.Rows > 0 || part.Number == 0 {
			p.Parts = append(p.Parts, part)
			p.Rows += part.Rows
		}
		if part.Rows < p.PartRows {
			return nil
		}
	}
}

// count reads to the end of the part and stores the number of its rows.
func (part *Part) count(ctx context.Context, reader formats.Reader, b *formats.Batch) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch err := reader.Read(b); {
		case files.IsEnd(err):
			return nil
		case err != nil:
			return err
		}
		part.Rows += int64(b.Len())
	}
}
