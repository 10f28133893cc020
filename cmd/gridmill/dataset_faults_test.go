package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

// plantedSet is the folder of a data set in which faults are planted.
type plantedSet struct {
	t   *testing.T
	dir string
}

// gridmill runs the program in the folder above the data set.
func (s *plantedSet) gridmill(args ...string) (stdout, stderr string, code int) {
	s.t.Helper()
	c := exec.Command("gridmill", args...)
	var out, said bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = filepath.Dir(s.dir), &out, &said
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return out.String(), said.String(), c.ProcessState.ExitCode()
}

// makePlantedSet makes a data set with images, and something that is kept out.
func makePlantedSet(t *testing.T) *plantedSet {
	t.Helper()
	s := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	for _, args := range []string{
		"generate --count 120 --seed 20 -o made.csv",
		"generate --count 5 --seed 21 -o kept-out.txt",
		"dataset made.csv -o set/ --layout hrm,hub,npy,jsonl,rrn,shah,tokens --split train=0.7,test=0.3 --augment train=2 --exclude kept-out.txt --seed 4",
	} {
		if _, said, code := s.gridmill(strings.Fields(args + " --progress none")...); code != exitDone {
			t.Fatalf("gridmill %s exits %d: %s", args, code, said)
		}
	}
	return s
}

// copy returns a copy of the data set.
func (s *plantedSet) copy(t *testing.T) *plantedSet {
	t.Helper()
	to := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	if err := os.CopyFS(to.dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func (s *plantedSet) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// change changes the bytes of a file.
func (s *plantedSet) change(name string, change func(text []byte) []byte) {
	s.t.Helper()
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		s.t.Fatal(err)
	}
	changed := change(bytes.Clone(text))
	if bytes.Equal(text, changed) && name != dataset.SuccessName { // whose files may fit
		s.t.Fatalf("%s stays as it is", name)
	}
	if err := os.WriteFile(s.path(name), changed, 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// replace replaces the first of some text in a file.
func (s *plantedSet) replace(name, before, after string) {
	s.t.Helper()
	s.change(name, func(text []byte) []byte { return bytes.Replace(text, []byte(before), []byte(after), 1) })
}

// success changes _SUCCESS.json.
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

// seal makes _SUCCESS.json list the sizes and checksums that files have now, as if the fault
// had been made with the data set.
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

// npyHeader is how many bytes stand before the cells of the arrays.
const npyHeader = 128

// cells returns the cells of a row of an array of the layout hrm.
func cells(array []byte, row int) []byte {
	return array[npyHeader+row*solver.Cells:][:solver.Cells]
}

// row returns a row of the layout hrm as grids.
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

// setGroup makes a group of three rows of the layout hrm images of a puzzle.
func (s *plantedSet) setGroup(split string, group int, puzzle, solution solver.Grid) {
	s.t.Helper()
	for i := range 3 {
		var m morph.Morph
		m.Draw(99, uint64(group), uint64(i))
		for name, g := range map[string]*solver.Grid{"inputs": &puzzle, "labels": &solution} {
			var image solver.Grid
			m.Apply(&image, g)
			s.change(split+"/all__"+name+".npy", func(text []byte) []byte {
				for cell, c := range image {
					if cells(text, 3*group+i)[cell] = c - '0' + 1; c == solver.Blank {
						cells(text, 3*group+i)[cell] = 1
					}
				}
				return text
			})
		}
	}
}

// moreClues returns a puzzle with one clue more.
func moreClues(puzzle, solution solver.Grid) solver.Grid {
	i := bytes.IndexByte(puzzle[:], solver.Blank)
	puzzle[i] = solution[i]
	return puzzle
}

// A setFault is one that is planted in a data set.
type setFault struct {
	name  string
	plant func(s *plantedSet)
	want  []string // what verify must say of it
}

func setFaults() []setFault {
	return append(setRowFaults(), setFileFaults()...)
}

// setRowFaults are those of rows.
func setRowFaults() []setFault {
	return []setFault{
		{"a test puzzle among images to train on", func(s *plantedSet) {
			puzzle, solution := s.row("test", 3)
			s.setGroup("train", 5, puzzle, solution)
		}, []string{"test/all__inputs.npy: row 4: it leaks from train to test: its solution is an image of that of set/train/all__inputs.npy: row 16\n",
			"test/all__inputs.npy: row 4: it is an image of set/train/all__inputs.npy: row 16\n"}},
		{"a test solution under another puzzle", func(s *plantedSet) {
			puzzle, solution := s.row("test", 3)
			s.setGroup("train", 5, moreClues(puzzle, solution), solution)
		}, []string{"test/all__inputs.npy: row 4: it leaks from train to test: its solution is an image of that of set/train/all__inputs.npy: row 16\n"}},
		{"a puzzle twice", func(s *plantedSet) {
			puzzle, solution := s.row("train", 0)
			s.setGroup("train", 5, puzzle, solution)
		}, []string{"train/all__inputs.npy: row 16: it is an image of set/train/all__inputs.npy: row 1\n"}},
		{"a puzzle that was to be kept out", func(s *plantedSet) {
			puzzle, _ := s.row("train", 0)
			text := puzzle.String() + "\n"
			if err := os.WriteFile(filepath.Join(filepath.Dir(s.dir), "kept-out.txt"), []byte(text), 0o666); err != nil {
				s.t.Fatal(err)
			}
			s.success(func(made *dataset.Success) {
				f, err := files.FingerprintOf(s.t.Context(), filepath.Join(filepath.Dir(s.dir), "kept-out.txt"), nil)
				if err != nil {
					s.t.Fatal(err)
				}
				made.Exclude[0] = f
			})
		}, []string{"train/all__inputs.npy: row 1: its solution is an image of that of", "kept-out.txt:1, which was to be kept out\n"}},
		{"an image of another puzzle", func(s *plantedSet) {
			puzzle, solution := s.row("train", 4)
			s.setGroup("train", 5, puzzle, solution)
			other, otherSolution := s.row("train", 7)
			s.setGroup("train", 1, other, otherSolution)
			s.change("train/all__inputs.npy", func(text []byte) []byte {
				copy(cells(text, 4), cells(text, 16))
				return text
			})
			s.change("train/all__labels.npy", func(text []byte) []byte {
				copy(cells(text, 4), cells(text, 16))
				return text
			})
		}, []string{"train/all__inputs.npy: row 5: it is no image of the puzzle in row 4, behind which it stands\n"}},
		{"two labels in each other's place", func(s *plantedSet) {
			s.change("test/all__labels.npy", func(text []byte) []byte {
				row := cells(text, 2)
				row[0], row[1] = row[1], row[0]
				return text
			})
		}, []string{"test/all__inputs.npy: row 3: the solution has "}},
	}
}

// setFileFaults are those of files as a whole.
func setFileFaults() []setFault {
	number := func(name string, at int, value uint32) func(*plantedSet) {
		return func(s *plantedSet) {
			s.change(name, func(text []byte) []byte {
				binary.LittleEndian.PutUint32(text[npyHeader+4*at:], value)
				return text
			})
		}
	}
	replaced := func(name, before, after string) func(*plantedSet) {
		return func(s *plantedSet) { s.replace(name, before, after) }
	}
	return []setFault{
		{"a cell that is none", func(s *plantedSet) {
			s.change("train_inputs.npy", func(text []byte) []byte {
				cells(text, 1)[10] = 10
				return text
			})
		}, []string{"train_inputs.npy: row 2: in train_inputs.npy the cell in row 2, column 2 is 10, expected 0 to 9\n"}},
		{"a wrong index of groups", number("train/all__group_indices.npy", 3, 8), []string{"train/all__group_indices.npy: number 4 is 8, expected 9\n"}},
		{"a wrong index of puzzles", number("test/all__puzzle_indices.npy", 0, 1), []string{"test/all__puzzle_indices.npy: number 1 is 1, expected 0\n"}},
		{"a wrong identifier", number("test/all__puzzle_identifiers.npy", 2, 1), []string{"test/all__puzzle_identifiers.npy: number 3 is 1, expected 0\n"}},
		{"a truncated array", func(s *plantedSet) {
			s.change("train/all__labels.npy", func(text []byte) []byte { return text[:len(text)-100] })
		}, []string{"train/all__labels.npy: it has ", "bytes behind its header, expected ", "train/all__inputs.npy: it holds "}},
		{"a truncated header", func(s *plantedSet) {
			s.change("test/all__puzzle_indices.npy", func(text []byte) []byte { return text[:100] })
		}, []string{"test/all__puzzle_indices.npy: it ends within its header\n"}},
		{"another type", replaced("test/all__inputs.npy", "'|u1'", "'|i1'"), []string{"test/all__inputs.npy: its type is |i1, expected |u1\n"}},
		{"another shape", replaced("test_labels.npy", ", 81)", ", 80)"), []string{"test_labels.npy: its shape is ("}},
		{"columns first", replaced("test_labels.npy", "False", "True "), []string{"test_labels.npy: its header is "}},
		{"another count in dataset.json", replaced("train/dataset.json", `"total_groups":`, `"total_groups":1`), []string{"train/dataset.json: total_groups is 1"}},
		{"no total_puzzles in dataset.json", replaced("train/dataset.json", `"total_puzzles":`, `"puzzles":`), []string{"train/dataset.json: it has no total_puzzles, expected "}},
		{"another pad_id", replaced("test/dataset.json", `"pad_id":0`, `"pad_id":1`), []string{"test/dataset.json: pad_id is 1, expected 0\n"}},
		{"other identifiers", replaced("identifiers.json", "blank", "space"), []string{`identifiers.json: it is ["\u003cspace\u003e"], expected ["\u003cblank\u003e"]`}},
		{"another count on the card", replaced("README.md", "num_examples: ", "num_examples: 1"), []string{"README.md: num_examples of train is 1"}},
		{"other clues on the card", replaced("README.md", "\n| 24 | ", "\n| 24 | 1"), []string{"README.md: column 2 of 24 clues is 1"}},
		{"a wrong morph", replaced("train.jsonl", `"morph":1`, `"morph":2`), []string{`train.jsonl: row 2: morph is "2", expected "1"`}},
		{"a wrong split", replaced("test.jsonl", `"split":"test"`, `"split":"tests"`), []string{`test.jsonl: row 1: split is "tests", expected "test"`}},
		{"other clues in a trace", func(s *plantedSet) {
			s.change("train_sudoku_puzzles.npy", func(text []byte) []byte {
				text[npyHeader]++
				return text
			})
		}, []string{"train_sudoku_puzzles.npy: row 1: in train_sudoku_puzzles.npy cell ", "has the strategy "}},
		{"another digit in a trace", func(s *plantedSet) {
			s.change("train_sudoku_puzzles.npy", func(text []byte) []byte {
				digit := &text[npyHeader+2*3]
				*digit = *digit%9 + 1
				return text
			})
		}, []string{"train_sudoku_puzzles.npy: row 1: the solution has "}},
		{"another token", func(s *plantedSet) {
			s.change("train_traces.npz", func(text []byte) []byte {
				at := bytes.Index(text, []byte("\x93NUMPY")) + npyHeader
				copy(text[at:at+2], text[at+2:at+4])
				return text
			})
		}, []string{"train_traces.npz: row 1: in train_traces.npz row ", " is filled twice\n"}},
		{"another row in another layout", replaced("test.csv", "1", "2"), []string{"test.csv: row 1: "}},
		{"a count that does not add up", func(s *plantedSet) {
			s.success(func(made *dataset.Success) { made.Rows.Dropped.Excluded++ })
		}, []string{"_SUCCESS.json: read come to 120, but the rows that were dropped and those that were not to 121\n"}},
		{"other clues", func(s *plantedSet) {
			s.success(func(made *dataset.Success) {
				made.Splits[0].Clues[24]--
				made.Splits[0].Clues[81]++
			})
		}, []string{"train/all__inputs.npy: it has 0 puzzles of 81 clues, and 1 by _SUCCESS.json\n"}},
		{"a file too many", func(s *plantedSet) {
			if err := os.WriteFile(s.path("train/notes.txt"), []byte("x"), 0o666); err != nil {
				s.t.Fatal(err)
			}
		}, []string{"train/notes.txt: it does not belong to the data set\n"}},
		{"a layout that was not made", func(s *plantedSet) {
			s.success(func(made *dataset.Success) { made.Options["layout"] = "hrm,hub,npy,jsonl,rrn,shah,tokens,arrow" })
		}, []string{"_SUCCESS.json: it does not list train.arrow, which is a file of the layout arrow\n"}},
	}
}

// TestPlantedFaultsOfDataSets wants verify to find each fault, although sizes and checksums fit,
// and to find nothing in the data set as it was made.
func TestPlantedFaultsOfDataSets(t *testing.T) {
	made := makePlantedSet(t)
	if out, said, code := made.gridmill("verify", "set", "--progress", "none", "--prove"); code != exitDone || out != "" {
		t.Fatalf("the data set as it was made is refused: %s%s", out, said)
	}
	for _, fault := range setFaults() {
		t.Run(fault.name, func(t *testing.T) {
			s := made.copy(t)
			fault.plant(s)
			s.seal()
			out, said, code := s.gridmill("verify", "set", "--progress", "none")
			if code != exitFailed || !strings.Contains(said, "fault") {
				t.Errorf("exit code %d: %s", code, said)
			}
			for _, want := range fault.want {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q, but:\n%s", want, out)
				}
			}
			if strings.Contains(out, "other bytes") {
				t.Errorf("the checksums show it:\n%s", out)
			}
		})
	}
}

// TestChangedFilesOfDataSets changes a byte of each file, takes it away, and wants that to be
// found by size and checksum alone.
func TestChangedFilesOfDataSets(t *testing.T) {
	made := makePlantedSet(t)
	text, err := os.ReadFile(made.path(dataset.SuccessName))
	if err != nil {
		t.Fatal(err)
	}
	success, err := dataset.ParseSuccess(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range success.Files {
		s := made.copy(t)
		s.change(f.Path, func(text []byte) []byte {
			text[len(text)-1] ^= 1
			return text
		})
		if out, _, code := s.gridmill("verify", "set", "--progress", "none"); code != exitFailed || !strings.Contains(out, filepath.FromSlash(f.Path)+": it has other bytes than were written\n") {
			t.Errorf("a changed %s is not found (exit code %d):\n%s", f.Path, code, out)
		}
		if err := os.Remove(s.path(f.Path)); err != nil {
			t.Fatal(err)
		}
		if out, _, code := s.gridmill("verify", "set", "--progress", "none"); code != exitFailed || !strings.Contains(out, filepath.FromSlash(f.Path)+": it is missing\n") {
			t.Errorf("a missing %s is not found (exit code %d):\n%s", f.Path, code, out)
		}
	}
}
