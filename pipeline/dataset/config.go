package dataset

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// Config is what Make needs. Its pipeline.Config is that of solving; Make sets Reader and
// Writers.
type Config struct {
	pipeline.Config
	Recipe
	// Directory is that of the data set. What Make needs until its end lies in its private
	// directory, and is removed then:
	//
	//	rows/, excluded/    puzzles and solutions, in parts (package parts)
	//	keys/               keys and fates of each of these parts, and of all
	//	shuffle/            rows on their way to their places
	//	tables/             parts of the tables of each split, with a manifest each
	//	files/              whole files, before they get their names
	Directory *parts.Directory
	Version   string
	Command   string         // the command line, for cards
	Solver    string         // its name
	Options   map[string]any // all that the data set depends on beside its inputs
	Inputs    Source         // of puzzles
	Exclude   Source         // of puzzles that are kept out; without files, none are
	Shard     parts.Shard
	Layouts   []folder.Layout
	// Create creates the writer of solved rows, which Make reads again, in the format with
	// the Extension. The format must be one that keeps types and can be read from any row.
	Create    func(w io.Writer, rows *formats.Schema) (formats.Writer, error)
	Extension string
	Own       formats.Extras // found of each row of a split; Extras are found before, of bases
	Origins   bool           // Create adds the file and the line that each row came from, which splits keep
	// Enter is called when a step starts, with what counts how far it is and, when rows are
	// solved, how many there are, else -1.
	Enter func(step Step, counter Counter, rows int64)
	// Note is called with what people may want to know, such as parts that are solved again.
	Note func(text string)
}

// A Source is a data set of puzzles.
type Source struct {
	Files []string
	Open  func() (formats.Reader, error)
}

// A Step is one of the things that Make does one after the other.
type Step string

// The steps.
const (
	Planning Step = "plan"
	Checking Step = "check"
	Solving  Step = "solve"
	Choosing Step = "choose" // keys are found and sorted
	Writing  Step = "write"  // splits are written, part by part
	Joining  Step = "join"   // parts are joined to files
)

// A Counter returns how much of a step is done and how much there is in all, or a total of 0
// where that is not known.
type Counter interface{ Progress() (done, total int64) }

// rowCount is a Counter of rows.
type rowCount struct {
	done  atomic.Int64
	total int64
}

// Progress implements Counter.
func (r *rowCount) Progress() (done, total int64) { return r.done.Load(), r.total }

// A WaitError says that other shards must do something before this one can go on.
type WaitError struct{ text string }

func (e *WaitError) Error() string { return e.text }

// waitFor returns the error for parts that other shards have not made yet.
func (c *Config) waitFor(missing []int, what string) error {
	if len(missing) == 0 {
		return nil
	}
	if c.Shard.All() {
		return fmt.Errorf("%d parts were removed during the run; run it again", len(missing))
	}
	var shards []int
	for _, part := range missing {
		shards = append(shards, part%c.Shard.Of)
	}
	slices.Sort(shards)
	text := strings.Trim(fmt.Sprint(slices.Compact(shards)), "[]")
	return &WaitError{fmt.Sprintf("shard %d of %d is done with %s its rows; shards not done with theirs: %s; run it again when they are",
		c.Shard.Index, c.Shard.Of, what, strings.ReplaceAll(text, " ", ", "))}
}

// mine reports whether a part is one of the shard's.
func (c *Config) mine(part int) bool { return c.Shard.All() || part%c.Shard.Of == c.Shard.Index }
