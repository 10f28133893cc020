package datasets

import (
	"cmp"
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
	name     string
	decoders []decoder      // the decoder of each file, or nil if the files are not arrays
	width    int            // the number of bytes per row of an array
	header   formats.Header // NoHeader if the first column has puzzles and the second has solutions
	messages bool           // whether rows have messages that contain the puzzle and the solution
	// reordered is set if each row lists its cells in an order that depends on the puzzle. Only
	// this package can read puzzles from such rows.
	reordered bool
	// columns lists the columns of the files. If it is nil, layoutsOf sets it to Success.Columns.
	columns []formats.ColumnType
	// The following fields are set by layoutsOf.
	number int // index in layouts
	chat   folder.Chat
	writer folder.Layout
}

// layouts lists all layouts. Fast ones come first, because Puzzles uses the first readable layout.
var layouts = []layout{
	{name: "parquet"},
	{name: "hub"},
	{name: "arrow"},
	{name: "jsonl"},
	{name: folder.ChatName, messages: true, columns: chatColumns},
	{name: "csv", header: formats.HasHeader, columns: csvColumns},
	{name: "rrn", header: formats.NoHeader, columns: rrnColumns},
	{name: "npy", decoders: cellDecoders(0), width: solver.Cells},
	{name: "hrm", decoders: cellDecoders(1), width: solver.Cells},
	{name: "shah", decoders: []decoder{decodeShah}, width: 2 * (1 + 4*solver.Cells), reordered: true},
	{name: "tokens", decoders: []decoder{decodeTokens}, width: 2 * (1 + solver.Cells), reordered: true},
}

func layoutsOf(s *dataset.Success) (of []*layout, err error) {
	for name := range strings.SplitSeq(s.Option("layout"), ",") {
		i := slices.IndexFunc(layouts, func(l layout) bool { return l.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown layout %q", name)
		}
		l := layouts[i]
		l.number, l.chat = i, chatOf(s)
		if l.columns == nil {
			l.columns = s.Columns
		}
		options := folder.Options{License: s.Option("license"), Chat: l.chat}
		if l.writer, err = folder.New(name, options); err != nil {
			return nil, err
		}
		of = append(of, &l)
	}
	return of, nil
}

// files returns the names of the files of a split's tables, in order.
func (l *layout) files(s *dataset.Success, split string) (names []string) {
	for _, table := range l.writer.Tables(split) {
		if table.Join != nil {
			names = append(names, table.Path)
			continue
		}
		count := countParts(s, table.Path)
		for k := range count {
			names = append(names, fmt.Sprintf(table.Path, k, count))
		}
	}
	return names
}

// countParts returns the number of files of a table that is stored in one file per part. pattern is
// the Path of the table. Each file name contains the number of files. If no file is listed,
// countParts returns 1.
func countParts(s *dataset.Success, pattern string) (count int) {
	for _, f := range s.Files {
		var number int
		if _, err := fmt.Sscanf(f.Path, pattern, &number, &count); err == nil && 0 < count && count < 100_000 {
			return count
		}
	}
	return 1
}

// Puzzles returns the splits of the data set in dir, with the files that hold their puzzles.
func Puzzles(dir string) (splits []leaks.Set, err error) {
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	made, err := dataset.ReadSuccess(dir)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w; restore the file from a copy, or make the data set again", path(dataset.SuccessName), err)
	case made == nil:
		return nil, fmt.Errorf("%[1]s is an incomplete data set; to complete it, repeat the command that made it (%[1]s must not be among its inputs)", dir)
	}
	has, err := layoutsOf(made)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path(dataset.SuccessName), err)
	}
	has = slices.DeleteFunc(has, func(l *layout) bool { return l.reordered })
	if len(has) == 0 {
		return nil, fmt.Errorf("%s has only layouts from which puzzles cannot be read (%v); make the data set again with another layout, such as parquet", dir, made.Options["layout"])
	}
	read := map[string]bool{}
	best := slices.MinFunc(has, func(a, b *layout) int { return cmp.Compare(a.number, b.number) })
	for _, s := range made.Splits {
		names := best.files(made, s.Name)
		if best.decoders != nil || best.messages {
			names = names[:1] // the other files hold solutions or positions
		}
		split := leaks.Set{Name: s.Name}
		for _, name := range names {
			split.Files, read[name] = append(split.Files, path(name)), true
		}
		splits = append(splits, split)
	}
	if err := made.CheckSizes(dir, func(path string) bool { return read[path] }); err != nil {
		return nil, fmt.Errorf("%w; copy the file again, or make the data set again", err)
	}
	return splits, nil
}
