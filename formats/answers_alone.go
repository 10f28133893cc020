package formats

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/option"
)

// answersAloneError is the fault of a file whose only grids are full, as answers are, unless it
// is all that is read: it seems to belong beside a file of puzzles, row by row, and to solve its
// grids as puzzles would say nothing about either.
type answersAloneError struct {
	error
	delimiter byte // of the file's rows, or 0 where these do not stand on a line each
}

// answersAlone returns that fault in words.
func answersAlone(format string, args ...any) error {
	return option.Errorf(option.Column, "%w", &answersAloneError{error: fmt.Errorf(format, args...)})
}

// isAnswersAlone reports whether an error is, or wraps, that fault.
func isAnswersAlone(err error) bool {
	_, found := errors.AsType[*answersAloneError](err)
	return found
}

// noteDelimiter notes in that fault what stands between the fields of the rows of t, if they can be
// joined line by line.
func (t *textSource) noteDelimiter(err error, delimiter byte) {
	if alone, found := errors.AsType[*answersAloneError](err); found && t.layout == nil && t.compression == compress.None {
		alone.delimiter = delimiter
	}
}

// isOneOfSeveral reports whether the files that are read are puzzles beside others, so that
// one of them may hold the answers to another.
func (o *ReadOptions) isOneOfSeveral() bool {
	return len(o.Inputs) > 1 && o.Results == IgnoreResults && !o.FullGrids
}

// joinFirst adds to the fault of a file of answers, which is one of several, how to put them
// beside their puzzles.
func (o *ReadOptions) joinFirst(err error, file string) error {
	alone, found := errors.AsType[*answersAloneError](err)
	if !found || !o.isOneOfSeveral() {
		return err
	}
	how := "put both into one file, side by side"
	puzzles := o.puzzlesFor(file)
	switch delimiter := alone.delimiter; {
	case FormatOf(file) == NPY:
		how = fmt.Sprintf("join both (in Python: numpy.savez('both.npz', puzzle=numpy.load('%s'), solution=numpy.load('%s')))", puzzles, file)
	case delimiter == '\t':
		how = fmt.Sprintf("join both (paste %s %s > both.tsv)", inShell(puzzles), inShell(file))
	case delimiter != 0:
		how = fmt.Sprintf("join both (paste -d'%c' %s %s > both.csv)", delimiter, inShell(puzzles), inShell(file))
	}
	return fmt.Errorf("%w; if they answer the puzzles of another input, %s", err, how)
}

// puzzlesFor returns the input whose puzzles a file of answers seems to belong to: of those that
// hold puzzles, the one whose name is most like its own. Where none is found it returns what
// stands for one.
func (o *ReadOptions) puzzlesFor(file string) string {
	others := slices.DeleteFunc(slices.Clone(o.Inputs), func(other string) bool {
		return other == file || other == files.StdStream || FormatOf(other) != FormatOf(file)
	})
	slices.SortStableFunc(others, func(a, b string) int { return likeName(b, file) - likeName(a, file) })
	alone := *o
	alone.LeftOut, alone.first, alone.laterRest = nil, nil, nil
	for _, other := range others[:min(len(others), mostLookedAt)] {
		if s, err := openSource(other, &alone, new(atomic.Int64)); err == nil && s.Close() == nil {
			return other
		}
	}
	return "PUZZLES" + filepath.Ext(file)
}

// likeName returns how much of the beginning and the end two names share.
func likeName(a, b string) int {
	before := 0
	for before < min(len(a), len(b)) && a[before] == b[before] {
		before++
	}
	a, b = a[before:], b[before:]
	after := 0
	for after < min(len(a), len(b)) && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	return before + after
}

// inShell returns a name as a shell takes it.
func inShell(name string) string {
	if strings.ContainsAny(name, " '\"\\$`&;|<>()*?[]#~!{}\t\n") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}
