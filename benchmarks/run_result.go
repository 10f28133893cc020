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
	"github.com/gridmill/gridmill/formats/option"
	"github.com/klauspost/cpuid/v2"
)

// RunResult is a run with its measurements. It can be stored as JSON and compared with
// later runs.
type RunResult struct {
	Machine Machine          `json:"machine"`
	Options Options          `json:"options"`
	Corpora []MeasuredCorpus `json:"corpora"`
	Results []Result         `json:"results"` // by corpus, then in the order of the solvers
}

// Machine describes where and with what a run was made.
type Machine struct {
	Processor string    `json:"processor"`
	Cores     int       `json:"cores"` // that the program can use
	OS        string    `json:"os"`
	Arch      string    `json:"arch"`
	Go        string    `json:"go"`
	Version   string    `json:"version"` // of gridmill
	Time      time.Time `json:"time"`    // start of the run, in UTC
}

// thisMachine describes where the program runs. The program itself sets the
// version.
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

// MeasuredCorpus identifies a corpus.
type MeasuredCorpus struct {
	Corpus   string `json:"corpus"` // the name of its file
	SHA256   string `json:"sha256"` // of the file
	Puzzles  int    `json:"puzzles"`
	Images   int    `json:"images"`   // of the puzzles, in the set that is solved
	Skipped  int    `json:"skipped"`  // rows that are not puzzles
	Unproven int    `json:"unproven"` // puzzles left out because the reference could not decide them
	// Techniques is nil unless the puzzles were rated.
	Techniques *Techniques `json:"techniques,omitempty"`
}

func (s *puzzleSet) describe() MeasuredCorpus {
	return MeasuredCorpus{
		Corpus: s.corpus.Name, SHA256: s.corpus.SHA256, Puzzles: s.distinct, Images: len(s.puzzles), Skipped: s.corpus.Skipped, Unproven: s.unproven,
	}
}

// WriteJSON writes the result so that ReadRunResult reads it.
func (r *RunResult) WriteJSON(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// ReadRunResult reads a result from a file that was written by WriteJSON.
func ReadRunResult(path string) (*RunResult, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		if err := files.RejectRemoteInput(path); err != nil {
			return nil, err
		}
		return nil, option.Errorf(option.BenchResult, "%s: the result of a run cannot be read: %w", path, files.WithoutPath(err))
	}
	r := &RunResult{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, option.Errorf(option.BenchResult, "%s is not a result of gridmill bench: %w", path, err)
	}
	if len(r.Results) == 0 {
		return nil, option.Errorf(option.BenchResult, "%s is not a result of gridmill bench: it measured nothing", path)
	}
	return r, nil
}

// failures lists the errors of external programs.
func (r *RunResult) failures() []string {
	var all []string
	for _, res := range r.Results {
		if res.Failure != "" {
			all = append(all, fmt.Sprintf("%s on %s: %s", res.Solver, res.Corpus, res.Failure))
		}
	}
	return all
}

// Err returns an error that names the external programs that failed, or nil. The notes below
// the table have the details.
func (r *RunResult) Err() error {
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
