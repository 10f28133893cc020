package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// A plantedSet is the directory of a data set in which a test plants errors.
type plantedSet struct {
	t   *testing.T
	dir string
}

// gridmill runs the program. The working directory is the parent directory of the data set.
func (s *plantedSet) gridmill(args ...string) (stdout, stderr string, code int) {
	s.t.Helper()
	code, stdout, stderr = runIn(s.t, filepath.Dir(s.dir), args...)
	return stdout, stderr, code
}

// makePlantedSet creates a data set that has morphs and excludes the puzzles of a file. It has all
// layouts except csv, whose files have the same names as those of rrn.
func makePlantedSet(t *testing.T) *plantedSet {
	t.Helper()
	s := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	layouts := slices.DeleteFunc(folder.Names(), func(name string) bool { return name == "csv" })
	for _, args := range []string{
		"generate --count 40 --seed 20 -o made.csv",
		"generate --count 5 --seed 21 -o kept-out.txt",
		"dataset made.csv -o set/ --layout " + strings.Join(layouts, ",") + " --split train=0.7,test=0.3 --augment train=2 --exclude kept-out.txt --seed 4",
	} {
		if _, said, code := s.gridmill(strings.Fields(args + " --progress none")...); code != exitDone {
			t.Fatalf("gridmill %s exits with %d: %s", args, code, said)
		}
	}
	return s
}

func (s *plantedSet) copy(t *testing.T) *plantedSet {
	t.Helper()
	to := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	if err := os.CopyFS(to.dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// wantClean checks that verify finds no errors.
func (s *plantedSet) wantClean() {
	s.t.Helper()
	if out, said, code := s.gridmill("verify", "set", "--progress", "none", "--prove"); code != exitDone || out != "" {
		s.t.Fatalf("the unchanged data set was rejected: %s%s", out, said)
	}
}

// wantFaults plants errors in a copy of the data set, and updates the recorded sizes and checksums
// to match. verify must report each string in wants.
func (s *plantedSet) wantFaults(t *testing.T, plant func(*plantedSet), wants ...string) {
	t.Helper()
	to := s.copy(t)
	plant(to)
	to.seal()
	out, said, code := to.gridmill("verify", "set", "--progress", "none", "--prove")
	if code != exitFailed || !strings.Contains(said, "error") {
		t.Errorf("exit code %d: %s", code, said)
	}
	for _, want := range wants {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in the output:\n%s", want, out)
		}
	}
	if strings.Contains(out, "has changed since it was written") {
		t.Errorf("the checksums differ too:\n%s", out)
	}
}

func (s *plantedSet) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// change replaces the contents of a file with the result of calling edit on a copy of them.
func (s *plantedSet) change(name string, edit func(text []byte) []byte) {
	s.t.Helper()
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		s.t.Fatal(err)
	}
	changed := edit(bytes.Clone(text))
	if bytes.Equal(text, changed) && name != dataset.SuccessName { // seal may leave _SUCCESS.json unchanged
		s.t.Fatalf("%s is unchanged", name)
	}
	if err := os.WriteFile(s.path(name), changed, 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// replace replaces the first occurrence of a string in the named file with another string.
func (s *plantedSet) replace(name, before, after string) {
	s.t.Helper()
	s.change(name, func(text []byte) []byte { return bytes.Replace(text, []byte(before), []byte(after), 1) })
}

// success changes the contents of _SUCCESS.json.
func (s *plantedSet) success(change func(*dataset.Success)) {
	s.t.Helper()
	s.change(dataset.SuccessName, func(text []byte) []byte {
		made, err := dataset.ParseSuccess(text)
		if err != nil {
			s.t.Fatal(err)
		}
		change(made)
		return made.Text()
	})
}

// seal updates the sizes and checksums in _SUCCESS.json to match the changed files.
func (s *plantedSet) seal() {
	s.t.Helper()
	s.success(func(made *dataset.Success) {
		for i := range made.Files {
			f := &made.Files[i]
			text, err := os.ReadFile(s.path(f.Path))
			if err != nil {
				s.t.Fatal(err)
			}
			sum := files.NewChecksum()
			_, _ = sum.Write(text) // never fails
			f.Bytes, f.Checksum = int64(len(text)), sum.String()
		}
	})
}

// npyHeader is the number of bytes before the cells in a NumPy file.
const npyHeader = 128

// cells returns one row of a NumPy file with 81 bytes per row.
func cells(array []byte, row int) []byte {
	return array[npyHeader+row*solver.Cells:][:solver.Cells]
}

// row returns the puzzle and the solution of a row in the hrm layout.
func (s *plantedSet) row(split string, row int) (puzzle, solution solver.Grid) {
	s.t.Helper()
	for name, g := range map[string]*solver.Grid{"inputs": &puzzle, "labels": &solution} {
		text, err := os.ReadFile(s.path(split + "/all__" + name + ".npy"))
		if err != nil {
			s.t.Fatal(err)
		}
		for i, value := range cells(text, row) {
			if g[i] = '0' + value - 1; value == 1 {
				g[i] = solver.Blank
			}
		}
	}
	return puzzle, solution
}

// setGroup replaces a group of three rows in the hrm layout with morphs of a puzzle.
func (s *plantedSet) setGroup(split string, group int, puzzle, solution solver.Grid) {
	s.t.Helper()
	for i := range 3 {
		var m morph.Morph
		m.Draw(99, uint64(group), uint64(i))
		for name, g := range map[string]*solver.Grid{"inputs": &puzzle, "labels": &solution} {
			var morphed solver.Grid
			m.Apply(&morphed, g)
			s.change(split+"/all__"+name+".npy", func(text []byte) []byte {
				for cell, c := range morphed {
					if cells(text, 3*group+i)[cell] = c - '0' + 1; c == solver.Blank {
						cells(text, 3*group+i)[cell] = 1
					}
				}
				return text
			})
		}
	}
}

// moreClues returns a copy of puzzle with one additional clue from solution.
func moreClues(puzzle, solution solver.Grid) solver.Grid {
	i := bytes.IndexByte(puzzle[:], solver.Blank)
	puzzle[i] = solution[i]
	return puzzle
}

// swapped exchanges text[at:at+n] with the n bytes that follow, and returns text.
func swapped(text []byte, at, n int) []byte {
	first := bytes.Clone(text[at : at+n])
	copy(text[at:], text[at+n:at+2*n])
	copy(text[at+n:], first)
	return text
}
