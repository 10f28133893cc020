package leaks

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// TestMatcherFindsMorphs mixes morphs of several puzzles with other puzzles that have the same
// number of clues. A Matcher for one morph of a puzzle must find all other morphs of that puzzle.
func TestMatcherFindsMorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var m morph.Morph
	transformed := func(line string) string {
		puzzle, morphed := solver.Grid([]byte(line)), solver.Grid{}
		m.Draw(r.Uint64(), r.Uint64(), 0)
		m.Apply(&morphed, &puzzle)
		return morphed.String()
	}
	bases := puzzles(t, 30)
	want := make([]string, len(bases))
	var lines []string
	for range 20 * len(bases) {
		base := r.IntN(len(bases))
		line := transformed(bases[base])
		if r.IntN(4) == 0 { // make a different puzzle: exchange two cells that differ
			i, j := r.IntN(solver.Cells), r.IntN(solver.Cells)
			if changed := []byte(line); changed[i] != changed[j] {
				changed[i], changed[j] = changed[j], changed[i]
				lines = append(lines, string(changed))
				continue
			}
		}
		lines = append(lines, line)
		want[base] += fmt.Sprintf(":%d: %s\n", len(lines), line)
	}
	lines = append(lines, "not a puzzle")
	for base := range bases {
		puzzle := solver.Grid([]byte(transformed(bases[base])))
		f := newFinder(t, keys.Puzzle, 1+base%3, lines)
		var got bytes.Buffer
		matcher, ok := NewMatcher(&puzzle, &got)
		if err := f.Match(t.Context(), matcher); err != nil || !ok {
			t.Fatal(ok, err)
		}
		lines := bytes.ReplaceAll(got.Bytes(), []byte(f.Sets[0].Files[0]), nil)
		if string(lines) != want[base] || matcher.Found != int64(bytes.Count(lines, []byte("\n"))) || f.Reasons.Rows() != 1 {
			t.Errorf("%s: %d of %d rows:\n%s\nwant\n%s", &puzzle, matcher.Found, f.Rows, lines, want[base])
		}
	}
	if _, ok := NewMatcher(&solver.Grid{'5', '5'}, nil); ok {
		t.Error("a puzzle whose clues repeat is accepted")
	}
}

// TestSmallFilesTakeLittleMemory checks that the memory allocated for a file depends on its rows
// and not on the maximum number of rows in a batch. Otherwise, reading many small files would be
// slow.
func TestSmallFilesTakeLittleMemory(t *testing.T) {
	line := puzzles(t, 1)
	puzzle := solver.Grid([]byte(line[0]))
	f := newFinder(t, keys.Puzzle, 2, line)
	f.BatchRows = formats.SectionRows
	const files = 20
	f.Sets[0].Files = slices.Repeat(f.Sets[0].Files, files)
	matcher, _ := NewMatcher(&puzzle, io.Discard)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := f.Match(t.Context(), matcher)
	runtime.ReadMemStats(&after)
	if err != nil || matcher.Found != files {
		t.Fatal(matcher.Found, err)
	}
	if each := (after.TotalAlloc - before.TotalAlloc) / files; each > 500_000 {
		t.Errorf("%d bytes are allocated for a file with one row", each)
	}
}
