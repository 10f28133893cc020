package dataset

import (
	"context"
	"errors"
	"io"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// solved is a directory of parts that hold rows and their solutions. Make reads the parts several
// times instead of solving the puzzles again.
type solved struct {
	name   string // name of the private directory that contains the parts
	plan   *parts.Plan
	schema *formats.Schema
	files  []string
	read   formats.ReadOptions // options for reading the files; findTypes sets read.Types
	totals pipeline.Totals     // totals of this shard's rows
}

// solve solves this shard's missing parts and stores them in c.path(name). In messages, label
// describes the rows, as in "excluded rows".
func (c *Config) solve(ctx context.Context, from Source, name, label string) (s *solved, err error) {
	dir, err := parts.OpenDirectory(c.path(name), c.Shard)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	states := files.StatesOf(from.Files)
	reader, err := from.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }()
	s = &solved{name: name, schema: reader.Schema(), read: reader.Schema().ReadStored(c.Stored.Source)}
	if s.plan, err = c.findPlan(ctx, dir, from, states, reader); err != nil {
		return nil, err
	}
	config := c.Config
	config.Reader = reader
	outcome, err := parts.Solve(ctx, parts.Config{
		Config: config, Directory: dir, Plan: s.plan, Shard: c.Shard,
		Create: func(w io.Writer) (formats.Writer, error) { return formats.Create(w, "", s.schema, c.Stored) },
		Found: func(done, left parts.Count) {
			if done.Parts > 0 {
				c.Note("earlier runs solved %d of %d parts of the %s", done.Parts, done.Parts+left.Parts, label)
			}
		},
		Damaged:   func(faults pipeline.Faults) { c.Note("solved again: %s", faults) },
		Enter:     c.Enter,
		Published: func(parts.Made) {},
	})
	if err != nil {
		return nil, err
	}
	s.totals, s.files = outcome.Totals, dir.PartPaths(s.plan)
	return s, nil
}

// findPlan returns the stored plan if there is one, else from.plan if it is set, else a new plan.
func (c *Config) findPlan(ctx context.Context, dir *parts.Directory, from Source, states files.States, reader formats.Reader) (*parts.Plan, error) {
	plan, err := dir.StoredPlan()
	switch {
	case err != nil:
		return nil, err
	case plan != nil:
		if err := plan.CheckRecipe(c.Directory.Path(), c.Version, c.recipe(), from.Files); err != nil {
			return nil, &option.Error{Options: []option.Name{option.Directory, option.Restart}, Misused: true, Err: err}
		}
		return plan, nil
	case from.plan != nil:
		return from.plan, nil
	}
	return c.makePlan(ctx, states, reader)
}

func (c *Config) recipe() parts.Recipe {
	return parts.Recipe{Solver: c.Solver, Options: c.Options, Extension: c.Stored.Format.Extension(), PartRows: c.PartRows}
}

func (c *Config) makePlan(ctx context.Context, states files.States, reader formats.Reader) (*parts.Plan, error) {
	hashed := new(files.Counter)
	c.Enter(pipeline.Plan, pipeline.Both{reader, hashed}, pipeline.Unknown)
	return parts.MakePlan(ctx, c.Version, c.recipe(), states, reader, hashed)
}

// Plan divides all rows into parts, for a later call to Make. It reads all inputs, but writes no
// files. Call Plan to find errors in the inputs before you remove an earlier data set.
func (c *Config) Plan(ctx context.Context) error {
	for _, from := range []*Source{&c.Inputs, &c.Exclude} {
		if len(from.Files) == 0 {
			continue
		}
		states := files.StatesOf(from.Files)
		reader, err := from.Open()
		if err != nil {
			return err
		}
		from.plan, err = c.makePlan(ctx, states, reader)
		if err = errors.Join(err, reader.Close()); err != nil {
			return err
		}
	}
	return nil
}

// open returns a reader of the solved rows. All parts must exist.
func (s *solved) open() (formats.Reader, error) { return formats.Open(s.files, s.read) }

// lacking returns the indices of the files that do not exist.
func lacking(files []string) (missing []int) {
	for i, file := range files {
		if !parts.Exists(file) {
			missing = append(missing, i)
		}
	}
	return missing
}

// columnsOf returns the columns for Success.Columns. rows holds the solved inputs.
func (c *Config) columnsOf(rows *solved) ([]formats.ColumnType, error) {
	stored, err := rows.open()
	if err != nil {
		return nil, err
	}
	reader := formats.NewChosen(stored, rows.plan.PartRows, formats.Choice{})
	columns, err := formats.ParquetColumns(reader.Schema(), c.Columns)
	return columns, errors.Join(err, reader.Close())
}

// findTypes finds the text columns whose nonempty values are all numbers. The rows of all shards
// must already be solved, so that every shard finds the same types.
func (c *Config) findTypes(ctx context.Context, rows *solved) error {
	names := rows.schema.UntypedColumns()
	if len(names) == 0 {
		return nil
	}
	reader, err := rows.open()
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	c.Enter(pipeline.Choose, reader, pipeline.Unknown)
	finder := formats.NewTypeFinder(reader.Schema(), names)
	config := pipeline.Config{Reader: reader, Writers: []formats.Writer{finder}, Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes}
	if _, err := pipeline.Run(ctx, config); err != nil {
		return err
	}
	rows.read.Types = finder.Types()
	return nil
}
