// Package folder defines layouts of folders that training code loads. A layout determines which
// files hold the rows of each split, how parts become files, and which other files exist.
package folder

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
)

// A Layout is a kind of folder. The contents of its files depend only on the rows, the Set and the
// Options. Tables and Extras are also called before the first row is written, to list all files.
type Layout interface {
	// Check returns an error if the layout cannot hold the data set. It is called twice before any
	// row is written: first with only the names of splits, then also with their sizes.
	Check(set *Set) error
	// Tables returns the files that hold a split's rows.
	Tables(split string) []Table
	// Extras returns the files without rows, such as index arrays, JSON and cards. They are written
	// after all tables.
	Extras(set *Set) []Extra
}

// A Table holds the rows of a split, in one file or in several numbered files. A Table is written
// in parts. Each part is a range of rows in a temporary file. A killed run therefore keeps its
// finished parts, and several processes (shards) can share the work.
type Table struct {
	// Path is the slash-separated path of the file within the folder, such as "train/all__inputs.npy".
	// Each table in the chosen layouts has a different path.
	//
	// If each part remains a separate file (Join is nil), Path has two formatting verbs, as in
	// "data/train-%05d-of-%05d.parquet". The first verb is for the number of the part, counted from
	// 0. The second verb is for the number of parts.
	Path string
	// Create returns the Writer of a part. The rows of the part are written in order. Batch.First
	// counts rows from the start of the split. A Writer can write batches that another Writer of
	// the table encoded.
	Create func(w io.Writer, rows *formats.Schema) (formats.Writer, error)
	// Join writes the parts to one file, in order. It stops when ctx is done.
	Join func(ctx context.Context, w io.Writer, split *Split, parts []string) error
}

// An Extra is a file without rows.
type Extra struct {
	Path  string // path within the folder, with slashes
	Write func(w io.Writer) error
}

// A Set describes a data set, without its rows.
type Set struct {
	Version string // version of gridmill
	Command string // command line that reproduces the data set
	Seed    uint64
	Each    string // property, such as difficulty, with a separate sample per value; may be empty
	Inputs  []Input
	Splits  []Split
	Columns []formats.ColumnType // columns of the rows, if the layout has columns
	// Numbers maps column names to number types. A text column of the inputs has an entry if all of
	// its nonempty values are numbers.
	Numbers map[string]string
	// Answers counts the rows of the inputs by answer class. It is nil if there are no answers.
	Answers map[string]int64
	// Promises lists sentences for the card, such as "No two splits share a solution."
	Promises []string
}

// An Input is an input file of a data set.
type Input struct {
	File     string
	Excluded bool // the puzzles in the file are excluded from the data set
}

// A Split is a named part of a data set.
type Split struct {
	Name string
	// Bases is the number of originals (puzzles that are not morphs).
	Bases int64
	// Morphs is the number of morphs of each original. The morphs directly follow their original.
	Morphs int64
	// Sample describes the sample of originals, such as "at most 1,000 puzzles". It is empty if all
	// originals were requested. If Set.Each names a property, Sample applies to each of its values.
	Sample string
	// These maps count the originals by number of clues, by number of guesses (rounded down to 0 or
	// a power of two), and by difficulty. Difficulties counts only rated originals.
	Clues, Guesses map[int]int64
	Difficulties   map[string]int64
	// Bytes maps the path of each written table file to its size.
	Bytes map[string]int64
}

// Rows returns the number of rows of the split, including morphs.
func (s *Split) Rows() int64 { return s.Bases * (1 + s.Morphs) }

// tablesOnly is embedded in layouts that can hold any data set and have only tables.
type tablesOnly struct{}

func (tablesOnly) Check(*Set) error { return nil }

func (tablesOnly) Extras(*Set) []Extra { return nil }

// Options holds settings of layouts, such as the license. Layouts ignore settings they do not need.
type Options struct {
	// Columns are the options for files whose columns can be chosen.
	Columns formats.WriteOptions
	Inputs  []string
	Chat    Chat
	License string // the license's identifier on the Hugging Face Hub
}

type layoutEntry struct {
	name   string
	make   func(Options) Layout
	format formats.Format // format of the files if they contain columns kept from the inputs; otherwise Auto
	splits []string       // splits that the layout's loaders require
}

var layouts = []layoutEntry{
	{name: "hrm", make: func(Options) Layout { return hrm{} }},
	{name: "npy", make: func(Options) Layout { return npy{} }},
	{name: "rrn", make: func(Options) Layout { return rrn{} }, splits: []string{"train", "valid", "test"}},
	{name: "shah", make: func(Options) Layout { return shah{} }},
	{name: "tokens", make: func(Options) Layout { return tokens{} }},
	{name: extremeName, make: func(o Options) Layout { return extreme{inputs: o.Inputs} }},
	{name: ChatName, make: func(o Options) Layout { return &o.Chat }},
	{name: "hub", make: func(o Options) Layout { return hub{options: o} }, format: formats.Parquet},
	{name: "parquet", make: func(o Options) Layout { return oneFile{format: formats.Parquet, options: o.Columns} }, format: formats.Parquet},
	{name: "jsonl", make: func(o Options) Layout { return oneFile{format: formats.JSONL, options: o.Columns} }, format: formats.JSONL},
	{name: "arrow", make: func(o Options) Layout { return oneFile{format: formats.Arrow, options: o.Columns} }, format: formats.Arrow},
}

// entryOf returns the entry of the named layout, or the zero entry if there is none.
func entryOf(name string) (e layoutEntry) {
	if i := slices.Index(Names(), name); i >= 0 {
		e = layouts[i]
	}
	return e
}

// Names returns the names of all layouts.
func Names() (names []string) {
	for _, l := range layouts {
		names = append(names, l.name)
	}
	return names
}

// New returns the layout with the given name.
func New(name string, o Options) (Layout, error) {
	if e := entryOf(name); e.make != nil {
		return e.make(o), nil
	}
	return nil, fmt.Errorf("unknown layout %q; choose one of: %s", name, strings.Join(Names(), ", "))
}

// FormatOf returns the format of the named layout's files, or formats.Auto if these files do not
// have the kept columns of the inputs.
func FormatOf(name string) formats.Format { return entryOf(name).format }

// Required returns the splits that a layout's loaders require.
func Required(layout string) []string { return entryOf(layout).splits }

// KeepsColumns reports whether the files of the named layout have the kept columns of the inputs.
func KeepsColumns(name string) bool { return FormatOf(name) != formats.Auto }

// Check returns an error if a layout cannot hold the data set, or if two layouts would write the
// same file. Sizes that are not known yet are 0.
func Check(layouts []Layout, set *Set) error {
	var paths []string
	for _, l := range layouts {
		if err := l.Check(set); err != nil {
			return err
		}
		for _, s := range set.Splits {
			for _, t := range l.Tables(s.Name) {
				paths = append(paths, t.Path)
			}
		}
		for _, e := range l.Extras(set) {
			paths = append(paths, e.Path)
		}
	}
	seen := map[string]bool{}
	for _, path := range paths {
		name := strings.ToLower(path) // some file systems do not distinguish case
		if seen[name] {
			return fmt.Errorf("two layouts would write the file %s; choose only one of the layouts", path)
		}
		seen[name] = true
	}
	return nil
}
