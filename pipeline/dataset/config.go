package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// Config holds the settings of Make. Make sets the Reader and Writers of the pipeline.Config.
type Config struct {
	pipeline.Config
	Selection
	// Directory is the directory of the data set. Its private directory holds the temporary files,
	// which Make removes at the end:
	//
	//	rows/, excluded/    puzzles and solutions, in parts (package parts)
	//	keys/               keys of the rows, and decisions about the rows
	//	shuffle/            block files for shuffling rows
	//	tables/             parts of the tables of each split, and their manifests
	//	files/              the file being written, and the list of all files
	Directory *parts.Directory
	Version   string
	Command   string // command line, for dataset cards
	Solver    string
	Options   map[string]any // all options that the data set depends on, except the inputs
	Inputs    Source         // the puzzles
	Exclude   Source         // the excluded puzzles; may have no files
	Shard     parts.Shard
	Layouts   []folder.Layout
	Columns   formats.WriteOptions // options for layouts whose columns can be chosen
	// Stored holds the options for storing solved rows. The format must preserve types and allow
	// reading from any row. If Stored.Source is set, splits keep the file and line of each row.
	Stored      formats.WriteOptions
	MorphExtras formats.Extras // computed for originals and morphs; Extras are computed only for originals
	// Enter is called when a phase starts, as in parts.Config.
	Enter func(phase pipeline.Phase, counter pipeline.Counter, rows int64)
	// Note is called with each message for the user, such as the number of parts already solved.
	Note func(format string, args ...any)
}

// A Source is a list of files with puzzles, and a function that opens a reader of all the files.
type Source struct {
	Files []string
	Open  func() (formats.Reader, error)
	plan  *parts.Plan // set by Plan; nil if the plan is not known yet
}

// A WaitError reports that this shard cannot continue until other shards have finished their parts.
type WaitError struct{ error }

// waitFor returns a WaitError if parts of other shards are missing.
func (c *Config) waitFor(missing []int, what string) error {
	if len(missing) == 0 || c.Shard.All() {
		return nil
	}
	var shards []int
	for _, part := range missing {
		shards = append(shards, part%c.Shard.Of)
	}
	slices.Sort(shards)
	text := strings.Trim(fmt.Sprint(slices.Compact(shards)), "[]")
	return &WaitError{fmt.Errorf("shard %[1]d of %[2]d must wait for these shards: %[4]s; when they have finished %[3]s their rows, run shard %[1]d again",
		c.Shard.Index, c.Shard.Of, what, strings.ReplaceAll(text, " ", ", "))}
}

func (c *Config) mine(part int) bool { return c.Shard.All() || part%c.Shard.Of == c.Shard.Index }

func (c *Config) filePath(name string) string {
	return filepath.Join(c.Directory.Path(), filepath.FromSlash(name))
}

func makeDirectory(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return fmt.Errorf("%s cannot be created: %w", path, files.WithoutPath(err))
	}
	return nil
}

func (c *Config) path(names ...string) string {
	return c.Directory.Private(filepath.Join(names...))
}
