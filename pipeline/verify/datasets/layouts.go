package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/leaks"
	"github.com/gridmill/gridmill/solver"
)

// A decoder decodes a row of an array into a puzzle, a solution or both.
type decoder func(row []byte, puzzle, solution *solver.Grid) error

// A layout specifies how to read the rows of a data set.
type layout struct {
	name string
	// rows lists the files with the rows of a split. In their names, %s stands for the name of the
	// split. If rows is empty, hubFiles returns the files.
	rows     []string
	decoders []decoder      // the decoder of each file, or nil if the files are not arrays
	width    int            // the number of bytes per row of an array
	header   formats.Header // NoHeader if the first column has puzzles, and the second has solutions
	messages bool           // rows have messages that contain the puzzle and the solution
	// reordered is set if each row lists its cells in an order that depends on the puzzle. Only
	// this package can read puzzles from such rows.
	reordered bool
	// columns lists the columns of the files. By default, they are those of Success.Columns.
	columns []formats.ColumnType
	writer  folder.Layout // writes the layout with the default options; set by layoutsOf
}

// layouts lists all layouts, fast ones first, because Puzzles uses the first one that it can read.
var layouts = []layout{
	{name: "parquet", rows: []string{"%s.parquet"}},
	{name: "hub"},
	{name: "arrow", rows: []string{"%s.arrow"}},
	{name: "jsonl", rows: []string{"%s.jsonl"}},
	{name: folder.ChatName, rows: []string{"%s.chat.jsonl"}, messages: true, columns: chatColumns},
	{name: "csv", rows: []string{"%s.csv"}, header: formats.HasHeader, columns: csvColumns},
	{name: "rrn", rows: []string{"%s.csv"}, header: formats.NoHeader, columns: rrnColumns},
	{name: "npy", rows: []string{"%s_inputs.npy", "%s_labels.npy"}, decoders: cellDecoders(0), width: solver.Cells},
	{name: "hrm", rows: []string{"%s/all__inputs.npy", "%s/all__labels.npy"}, decoders: cellDecoders(1), width: solver.Cells},
	{name: "shah", rows: []string{"%s_sudoku_puzzles.npy"}, decoders: []decoder{decodeShah}, width: 2 * (1 + 4*solver.Cells), reordered: true},
	{name: "tokens", rows: []string{"%s_traces.npz"}, decoders: []decoder{decodeTokens}, width: 2 * (1 + solver.Cells), reordered: true},
}

func layoutsOf(s *dataset.Success) (of []*layout, err error) {
	names, _ := s.Options["layout"].(string)
	license, _ := s.Options["license"].(string)
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(layouts, func(l layout) bool { return l.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown layout %q", name)
		}
		l := layouts[i]
		if l.columns == nil {
			l.columns = s.Columns
		}
		if l.writer, err = folder.New(name, folder.Options{License: license}); err != nil {
			return nil, err
		}
		of = append(of, &l)
	}
	return of, nil
}

// files returns the names of the files that hold the rows of a split, in order. If l.rows is nil,
// the names come from hubFiles.
func (l *layout) files(s *dataset.Success, split string) (names []string, err error) {
	if l.rows == nil {
		return hubFiles(s, split)
	}
	for _, name := range l.rows {
		names = append(names, fmt.Sprintf(name, split))
	}
	return names, nil
}

// Puzzles returns the splits of the data set in dir, with the files that hold their puzzles.
func Puzzles(dir string) (splits []leaks.Set, err error) {
	made, err := dataset.ReadSuccess(dir)
	if err == nil && made == nil {
		err = fmt.Errorf("%s is an incomplete data set", dir)
	}
	if err != nil {
		return nil, err
	}
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	has, err := layoutsOf(made)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path(dataset.SuccessName), err)
	}
	best := slices.IndexFunc(layouts, func(l layout) bool {
		return !l.reordered && slices.ContainsFunc(has, func(h *layout) bool { return h.name == l.name })
	})
	if best < 0 {
		return nil, fmt.Errorf("%s has only layouts from which puzzles cannot be read (%v); make the data set again with another layout, such as parquet", dir, made.Options["layout"])
	}
	for _, s := range made.Splits {
		names, err := layouts[best].files(made, s.Name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path(dataset.SuccessName), err)
		}
		if layouts[best].decoders != nil {
			names = names[:1] // the other files hold solutions
		}
		split := leaks.Set{Name: s.Name}
		for _, name := range names {
			split.Files = append(split.Files, path(name))
		}
		splits = append(splits, split)
	}
	return splits, nil
}
