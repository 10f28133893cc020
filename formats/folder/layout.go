package folder

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// A Layout is a kind of folder. What it holds of a data set depends on the rows and on Set
// alone, so that a folder is the same bytes however it came to be. Its Tables and Extras are
// called before the first row is written, too, to learn the names of all files.
type Layout interface {
	// Check refuses a data set that the layout cannot hold. It is called when only the names
	// of splits are known, and again with their sizes, before a row is written.
	Check(set *Set) error
	// Tables are the files that hold rows of a split.
	Tables(split string) []Table
	// Extras are the files that hold no rows, such as index arrays, JSON and cards. They are
	// written when all tables are there.
	Extras(set *Set) []Extra
}

// A Table is what holds the rows of a split: one file, or several numbered ones. It is
// written in parts, each a run of rows with a temporary file of its own, so that what a kill
// loses is one part, and shards can share the work.
type Table struct {
	// Path is the file below the folder, with slashes, such as "train/all__inputs.npy". No
	// two tables of all layouts have the same. Where each part stays a file of its own (Join is
	// nil), it has a verb each for the number of the part, from 0, and for how many there are:
	// "data/train-%05d-of-%05d.parquet".
	Path string
	// Create returns the Writer of a part. Batches hold the rows of the split in the order
	// of the table, and the First of the first one of a part is its number in the split,
	// from 0. Writers of one table may encode for each other, as formats.Create says.
	Create func(w io.Writer, rows *formats.Schema) (formats.Writer, error)
	// Join writes the whole file from the parts, in order. The context ends the copying.
	Join func(ctx context.Context, w io.Writer, split *Split, parts []string) error
}

// An Extra is a file that holds no rows.
type Extra struct {
	Path  string // below the folder, with slashes
	Write func(w io.Writer) error
}

// A Set is what is known of a whole data set beside its rows.
type Set struct {
	Version string // of gridmill
	Command string // the command line that makes the data set again
	Seed    uint64
	Inputs  []Input
	Splits  []Split
	Schema  *formats.Schema // of the rows
	// Promises are sentences on what puzzles and splits do not share.
	Promises []string
}

// An Input is a file that the puzzles are from.
type Input struct {
	File     string
	Excluded bool // its puzzles are kept out
}

// A Split is a share of a data set that has a name.
type Split struct {
	Name string
	// Bases is how many puzzles it has, and Images how many follow each of them: the
	// rows of a base are consecutive, it comes first, and all have as many.
	Bases  int64
	Images int64
	// Parts is how many parts each of its tables has.
	Parts int
	// Clues counts the bases by their number of clues.
	Clues map[int]int64
	// Bytes are the sizes of its tables' files in all, by path, once these are written.
	Bytes map[string]int64
}

// Rows returns how many rows the split has, images included.
func (s *Split) Rows() int64 { return s.Bases * (1 + s.Images) }

// rowsAlone is embedded in layouts that hold any data set, and have no files but tables.
type rowsAlone struct{}

// Check implements Layout.
func (rowsAlone) Check(*Set) error { return nil }

// Extras implements Layout.
func (rowsAlone) Extras(*Set) []Extra { return nil }

// Options are what layouts depend on beside the data set, as far as they have a use for it.
type Options struct {
	// Columns says how files are written whose columns can be chosen.
	Columns formats.WriteOptions
	Inputs  []string // the files that the puzzles are from
	License string   // of the data, as the Hugging Face Hub names it
}

// layouts are all layouts.
var layouts = []struct {
	name string
	make func(Options) Layout
}{
	{"hrm", func(Options) Layout { return hrm{} }},
	{"npy", func(Options) Layout { return npy{} }},
	{"rrn", func(Options) Layout { return rrn{} }},
	{"shah", func(Options) Layout { return shah{} }},
	{"tokens", func(Options) Layout { return tokens{} }},
	{extremeName, func(o Options) Layout { return newExtreme(o.Inputs) }},
	{"hub", func(o Options) Layout { return hub{options: o} }},
	{"parquet", func(o Options) Layout { return oneFile{format: formats.Parquet, options: o.Columns} }},
	{"jsonl", func(o Options) Layout { return oneFile{format: formats.JSONL, options: o.Columns} }},
	{"arrow", func(o Options) Layout { return oneFile{format: formats.Arrow, options: o.Columns} }},
}

// Names returns the names of all layouts.
func Names() []string {
	var names []string
	for _, l := range layouts {
		names = append(names, l.name)
	}
	return names
}

// New returns the layout with a name.
func New(name string, o Options) (Layout, error) {
	for _, l := range layouts {
		if l.name == name {
			return l.make(o), nil
		}
	}
	return nil, fmt.Errorf("there is no layout %q; there are: %s", name, strings.Join(Names(), ", "))
}
