package datasets

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// Is reports whether path is the directory of a data set, which may be damaged or incomplete.
func Is(path string) bool {
	text, err := os.ReadFile(filepath.Join(path, dataset.SuccessName))
	if errors.Is(err, fs.ErrNotExist) {
		return dataset.IsIncomplete(path)
	}
	return err == nil && bytes.Contains(text, []byte(`"gridmill_dataset"`))
}

// Check checks the directory of a data set and reports its faults and counts to the Verifier. It
// returns a message for each check that was not possible. It returns an error if the context is
// done, if a temporary file or a file of excluded puzzles cannot be used, or if gridmill has a bug.
//
// Check keeps keys and checksums in temporary files. The files take up to 56 bytes per puzzle, and
// 24 more bytes per clue if splits must not share neighbors.
func Check(ctx context.Context, v *verify.Verifier, dir string) (unchecked []string, err error) {
	c := &checker{Verifier: v, dir: dir}
	if err := c.readSuccess(); err != nil {
		c.faultOf(dataset.SuccessName, "%w", err)
		return nil, nil
	}
	if v.Proof != nil {
		c.proverName = v.Proof.SolverFor(solver.Default) // data sets are always solved by the default solver
		v.AddProver(c.proverName)
	}
	c.checkCounts()
	if err := c.checkFiles(ctx); err != nil {
		return nil, err
	}
	if c.store, err = keys.NewStore(c.countRows(), c.by, v.Workers); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.store.Remove()) }()
	if err := c.checkTables(ctx); err != nil {
		return nil, err
	}
	err = c.checkShared(ctx)
	return c.unchecked, err
}

type checker struct {
	*verify.Verifier
	dir        string
	made       *dataset.Success // contents of _SUCCESS.json
	dedupe     keys.Criterion
	by         keys.Criterion
	sampling   dataset.Selection // only Splits and Each are set
	unchecked  []string
	layouts    []*layout
	tables     []*tableVerifier // table of each split in the first layout
	proverName string           // name of the solver that proves results, or empty
	repeated   *keys.File       // keys that no two puzzles may share
	shared     *keys.File       // keys that no two splits may share
	store      *keys.Store
	written    formats.ColumnSet  // result columns that the layouts may contain, according to the "stats" option
	withCheck  verify.ExtrasCheck // checks the columns that the "with" option lists
	statsCheck *verify.Search     // checks the statistics; nil if the data set has no statistics or was written by a different version
}

func (c *checker) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *checker) faultOf(name, format string, args ...any) {
	c.Fault(pipeline.FaultOf(c.path(name), format, args...))
}

// readSuccess reads _SUCCESS.json. If it fails, the error says what is wrong with the file.
func (c *checker) readSuccess() error {
	made, err := dataset.ReadSuccess(c.dir)
	if err == nil && made == nil {
		err = errors.New("it is missing, so the data set is not complete")
	}
	if c.made = made; err != nil {
		return err
	}
	if err := c.checkSplits(); err != nil {
		return err
	}
	for _, s := range c.made.Splits {
		c.sampling.Splits = append(c.sampling.Splits, dataset.Split{Name: s.Name})
	}
	var stats formats.ColumnSet
	option.Parsed(&c.dedupe, &err, "")(keys.Parse(c.made.Dedupe, keys.DedupeNames))
	option.Parsed(&c.by, &err, "")(keys.Parse(c.made.By, keys.ByNames))
	option.Parsed(&c.withCheck.Extras, &err, "")(formats.ParseExtras(c.made.Option("with")))
	option.Parsed(&stats, &err, "")(formats.ParseStatistics(c.made.Option("stats")))
	option.Parsed(&c.sampling.Each, &err, "")(dataset.ParseProperty(c.made.Option("each")))
	err = cmp.Or(err, dataset.ParseNumbers(c.made.Option("sample"), c.sampling.Splits, (*dataset.Split).SetSample))
	if err != nil {
		return err
	}
	if c.written = formats.Written(stats); c.isSameVersion() {
		c.statsCheck = verify.NewSearch(solver.Default, searchConfig, c.written)
	}
	c.layouts, err = layoutsOf(c.made)
	return err
}

// checkSplits checks that the names and counts of the splits are valid.
func (c *checker) checkSplits() error {
	if n := len(c.made.Splits); n == 0 || n > dataset.MaxSplits {
		return fmt.Errorf("it has %d splits, expected 1 to %d", n, dataset.MaxSplits)
	}
	for _, s := range c.made.Splits {
		if !filepath.IsLocal(s.Name) {
			return fmt.Errorf("%q is not a valid split name", s.Name)
		}
		if min(s.Bases, s.Morphs, s.Rows) < 0 || max(s.Bases, s.Morphs, s.Rows) > keys.MaxLine {
			return fmt.Errorf("its counts for %s are negative or too large", s.Name)
		}
	}
	return nil
}

// isSameVersion reports whether this version of gridmill wrote the data set. Other versions can
// search differently, draw different morphs, and write different texts.
func (c *checker) isSameVersion() bool { return c.made.Version == c.Version }

// countRows returns the approximate number of rows that need keys.
func (c *checker) countRows() int64 {
	n := int64(0)
	for _, s := range c.made.Splits {
		n += s.Bases
	}
	for _, in := range c.made.Exclude {
		n += in.Bytes / solver.Cells
	}
	return n
}

// checkTables checks the rows of all layouts, and writes the keys of the rows in the first layout.
func (c *checker) checkTables(ctx context.Context) (err error) {
	for name, file := range map[string]**keys.File{repeatedKeys: &c.repeated, sharedKeys: &c.shared} {
		if *file, err = c.store.Create(name); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, (*file).Close()) }()
	}
	for i, layout := range c.layouts {
		for split := range c.made.Splits {
			v := &tableVerifier{
				checker: c, layout: layout, split: split, counts: &c.made.Splits[split], isFirst: i == 0,
				files: layout.files(c.made, c.made.Splits[split].Name), extra: c.withCheck, search: c.statsCheck,
			}
			if v.isFirst {
				c.tables = append(c.tables, v)
			}
			if err := v.check(ctx); err != nil {
				return err
			}
		}
		for _, extra := range c.extras(layout) {
			if extra.Path == folder.CardName {
				c.checkCard(extra)
			} else {
				c.checkExtra(extra)
			}
		}
	}
	return nil
}

// excludedSet is the set number of the excluded rows. The splits are numbered from 1.
const excludedSet = 0

// splitOf returns the index of the split that r belongs to. r must not be an excluded row.
func splitOf(r keys.Row) int { return r.Set() - excludedSet - 1 }

// placeOf returns the file of c.layouts[0] that holds row r, and the row's number in that file.
func (c *checker) placeOf(r keys.Row) (file string, number int64) {
	return c.tables[splitOf(r)].place(r.Line())
}
