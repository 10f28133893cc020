package benchmarks

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/klauspost/cpuid/v2"
)

// Record is a run and what came of it. It is what --record writes and what
// --compare reads.
type Record struct {
	Machine Machine        `json:"machine"`
	Options Options        `json:"options"`
	Corpora []CorpusRecord `json:"corpora"`
	Results []Result       `json:"results"` // by corpus, then in the order of the solvers
}

// Machine says where and with what a run was made.
type Machine struct {
	Processor string    `json:"processor"`
	Cores     int       `json:"cores"` // that the program may use
	OS        string    `json:"os"`
	Arch      string    `json:"arch"`
	Go        string    `json:"go"`
	Version   string    `json:"version"` // of gridmill
	Time      time.Time `json:"time"`    // when the run began, in UTC
}

// thisMachine describes where the program runs. It leaves the version of the
// program to the program.
func thisMachine() Machine {
	m := Machine{
		Processor: cpuid.CPU.BrandName, Cores: runtime.GOMAXPROCS(0), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Go: runtime.Version(), Time: time.Now().UTC().Truncate(time.Second),
	}
	if m.Processor == "" {
		m.Processor = "unknown " + runtime.GOARCH
	}
	return m
}

// CorpusRecord identifies a corpus.
type CorpusRecord struct {
	Corpus   string `json:"corpus"` // the name of its file
	SHA256   string `json:"sha256"` // of the file
	Puzzles  int    `json:"puzzles"`
	Images   int    `json:"images"`   // of them in the set that is solved
	Skipped  int    `json:"skipped"`  // rows that are no puzzles
	Unproven int    `json:"unproven"` // puzzles left out because the reference could not decide them
}

func (s *set) describe() CorpusRecord {
	return CorpusRecord{s.corpus.Name, s.corpus.SHA256, s.distinct, len(s.puzzles), s.corpus.Skipped, s.unproven}
}

// WriteJSON writes the record so that ReadRecord reads it.
func (r *Record) WriteJSON(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// ReadRecord reads a record that WriteJSON wrote to a file.
func ReadRecord(path string) (*Record, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: the record cannot be read: %w; make it with --record", path, files.WithoutPath(err))
	}
	r := &Record{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s is no record of gridmill bench: %w; give a file that --record made", path, err)
	}
	if len(r.Results) == 0 {
		return nil, fmt.Errorf("%s is no record of gridmill bench: it has no results; give a file that --record made", path)
	}
	return r, nil
}

// failures lists what went wrong with each external program.
func (r *Record) failures() []string {
	var all []string
	for _, res := range r.Results {
		if res.Failure != "" {
			all = append(all, fmt.Sprintf("%s on %s: %s", res.Solver, res.Corpus, res.Failure))
		}
	}
	return all
}

// Err returns an error that names the external programs that failed, or nil. Where
// there is more to say of a failure, the notes below the table say it.
func (r *Record) Err() error {
	all := r.failures()
	if len(all) == 0 {
		return nil
	}
	for i, failure := range all {
		failure, _, _ = strings.Cut(failure, "\n")
		all[i] = strings.TrimSuffix(failure, ":")
	}
	return fmt.Errorf("external programs failed: %s", strings.Join(all, "; "))
}
