package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/solver"
)

// A setFault is an error to plant in a data set.
type setFault struct {
	name  string
	plant func(s *plantedSet)
	want  []string // strings that verify must report
}

func setFaults() []setFault {
	return append(rowFaults(), fileFaults()...)
}

// rowFaults returns faults in puzzles and solutions.
func rowFaults() []setFault {
	return []setFault{
		{"a test puzzle among training morphs", func(s *plantedSet) {
			puzzle, solution := s.row("test", 3)
			s.setGroup("train", 5, puzzle, solution)
		}, []string{"test/all__inputs.npy: row 4: it leaks from train to test: its solution is equivalent to that of set/train/all__inputs.npy: row 16\n",
			"test/all__inputs.npy: row 4: it is equivalent to set/train/all__inputs.npy: row 16\n"}},
		{"a test solution under another puzzle", func(s *plantedSet) {
			puzzle, solution := s.row("test", 3)
			s.setGroup("train", 5, moreClues(puzzle, solution), solution)
		}, []string{"test/all__inputs.npy: row 4: it leaks from train to test: its solution is equivalent to that of set/train/all__inputs.npy: row 16\n"}},
		{"a puzzle with eight clues", func(s *plantedSet) {
			puzzle, solution := s.row("train", 0)
			for cell := range puzzle {
				if puzzle.Clues() > 8 {
					puzzle[cell] = solver.Blank
				}
			}
			s.setGroup("train", 0, puzzle, solution)
		}, []string{"train/all__inputs.npy: row 1: solving the puzzle again with dlx gives the verdict multiple, expected unique\n"}},
		{"a puzzle twice", func(s *plantedSet) {
			puzzle, solution := s.row("train", 0)
			s.setGroup("train", 5, puzzle, solution)
		}, []string{"train/all__inputs.npy: row 16: it is equivalent to set/train/all__inputs.npy: row 1\n"}},
		{"a puzzle of an excluded file", func(s *plantedSet) {
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
		}, []string{"train/all__inputs.npy: row 1: its solution is equivalent to that of", "kept-out.txt:1, so the row should have been excluded\n"}},
		{"a morph of another puzzle", func(s *plantedSet) {
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
		}, []string{"train/all__inputs.npy: row 5: it is not a morph of its original (row 4)\n"}},
		{"two labels swapped", func(s *plantedSet) {
			s.change("test/all__labels.npy", func(text []byte) []byte {
				row := cells(text, 2)
				row[0], row[1] = row[1], row[0]
				return text
			})
		}, []string{"test/all__inputs.npy: row 3: the solution has "}},
	}
}

func fileFaults() []setFault {
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
		{"a value that is not a cell", func(s *plantedSet) {
			s.change("train_inputs.npy", func(text []byte) []byte {
				cells(text, 1)[10] = 10
				return text
			})
		}, []string{"train_inputs.npy: row 2: in train_inputs.npy, the cell in row 2, column 2 is 10, expected 0 to 9\n"}},
		{"a wrong index of groups", number("train/all__group_indices.npy", 3, 8), []string{`train/all__group_indices.npy: byte 140: found "\b\x00`}},
		{"a wrong index of puzzles", number("test/all__puzzle_indices.npy", 0, 1), []string{`test/all__puzzle_indices.npy: byte 128: found "\x01\x00`}},
		{"a wrong identifier", number("test/all__puzzle_identifiers.npy", 2, 1), []string{`test/all__puzzle_identifiers.npy: byte 136: found "\x01\x00`}},
		{"a truncated array", func(s *plantedSet) {
			s.change("train/all__labels.npy", func(text []byte) []byte { return text[:len(text)-100] })
		}, []string{"train/all__labels.npy: it has ", "bytes after its header, expected ", "train/all__inputs.npy: it has "}},
		{"a truncated header", func(s *plantedSet) {
			s.change("test/all__puzzle_indices.npy", func(text []byte) []byte { return text[:100] })
		}, []string{`test/all__puzzle_indices.npy: byte 100: found "", expected "  `}},
		{"another type", replaced("test/all__inputs.npy", "'|u1'", "'|i1'"), []string{`test/all__inputs.npy: byte 22: found "i1`}},
		{"another shape", replaced("test_labels.npy", ", 81)", ", 80)"), []string{"test_labels.npy: byte "}},
		{"columns first", replaced("test_labels.npy", "False", "True "), []string{`test_labels.npy: byte 44: found "True`}},
		{"another count in dataset.json", replaced("train/dataset.json", `"total_groups":`, `"total_groups":1`), []string{`train/dataset.json: byte 127: found "1`}},
		{"no total_puzzles in dataset.json", replaced("train/dataset.json", `"total_puzzles":`, `"puzzles":`), []string{`train/dataset.json: byte 156: found "puzzles\"`}},
		{"another pad_id", replaced("test/dataset.json", `"pad_id":0`, `"pad_id":1`), []string{`test/dataset.json: byte 10: found "1,`}},
		{"other identifiers", replaced("identifiers.json", "blank", "space"), []string{`identifiers.json: byte 3: found "space>\"]\n", expected "blank>\"]\n"`}},
		{"another count on the card", replaced("README.md", "num_examples: ", "num_examples: 1"), []string{`README.md: the line "num_examples: `}},
		{"other clues on the card", replaced("README.md", "\n| 24 | ", "\n| 24 | 1"), []string{`README.md: the line "| 24 | `}},
		{"a test split that is another on the card", replaced("README.md", "data/test-*", "data/train-*"), []string{`README.md: the line "path: data/test-*"`}},
		{"another type on the card", replaced("README.md", "dtype: int32", "dtype: int64"), []string{`README.md: the line "dtype: int32"`}},
		{"another seed", func(s *plantedSet) {
			s.success(func(made *dataset.Success) { made.Seed++ })
		}, []string{"_SUCCESS.json: \"seed\" is "}},
		{"a wrong morph", replaced("train.jsonl", `"morph":1`, `"morph":2`), []string{`train.jsonl: row 2: morph is "2", expected "1"`}},
		{"a wrong split", replaced("test.jsonl", `"split":"test"`, `"split":"tests"`), []string{`test.jsonl: row 1: split is "tests", expected "test"`}},
		{"other clues in a trace", func(s *plantedSet) {
			s.change("train_sudoku_puzzles.npy", func(text []byte) []byte {
				text[npyHeader]++
				return text
			})
		}, []string{"train_sudoku_puzzles.npy: row 1: the number at position 6 is 1, expected 0\n"}},
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
		}, []string{"train_traces.npz: row 1: the solution has '.' in row ", "; expected a digit\n"}},
		{"clues in another order", func(s *plantedSet) {
			s.change("train_sudoku_puzzles.npy", func(text []byte) []byte { return swapped(text, npyHeader+2, 8) })
		}, []string{"train_sudoku_puzzles.npy: row 1: the number at position 2 is "}},
		{"cells in another order", func(s *plantedSet) {
			s.change("train_sudoku_puzzles.npy", func(text []byte) []byte {
				return swapped(text, npyHeader+2+8*int(text[npyHeader]), 8)
			})
		}, []string{"train_sudoku_puzzles.npy: row 1: the number at position 98 is "}},
		{"another strategy", func(s *plantedSet) {
			s.change("train_sudoku_puzzles.npy", func(text []byte) []byte {
				text[npyHeader+2+8*int(text[npyHeader])+6]++
				return text
			})
		}, []string{"train_sudoku_puzzles.npy: row 1: the number at position 101 is 4, expected 3\n"}},
		{"tokens in another order", func(s *plantedSet) {
			s.change("train_traces.npz", func(text []byte) []byte {
				at := bytes.Index(text, []byte("\x93NUMPY")) + npyHeader
				separator := bytes.Index(text[at:], []byte{729 & 0xff, 729 >> 8})
				return swapped(text, at+separator+2, 2)
			})
		}, []string{"train_traces.npz: row 1: the number at position 26 is "}},
		{"another row in another layout", replaced("test.csv", "1", "2"), []string{"test.csv: row 1: "}},
		{"a count that does not add up", func(s *plantedSet) {
			s.success(func(made *dataset.Success) { made.Rows.Dropped.Excluded++ })
		}, []string{"_SUCCESS.json: the total of \"read\" is 40, but the number of rows that were dropped or kept is 41\n"}},
		{"other clues", func(s *plantedSet) {
			s.success(func(made *dataset.Success) {
				made.Splits[0].Clues[24]--
				made.Splits[0].Clues[81]++
			})
		}, []string{"train/all__inputs.npy: it has 0 puzzles with 81 clues, but _SUCCESS.json says 1\n"}},
		{"an additional file", func(s *plantedSet) {
			for _, name := range []string{"train/notes.txt", "train/_notes.txt", ".notes"} { // dataset ignores the last two
				if err := os.WriteFile(s.path(name), []byte("x"), 0o666); err != nil {
					s.t.Fatal(err)
				}
			}
		}, []string{"train/notes.txt: it does not belong to the data set\n"}},
		{"an additional directory", func(s *plantedSet) {
			if err := os.Mkdir(s.path("train/old"), 0o777); err != nil {
				s.t.Fatal(err)
			}
		}, []string{"train/old: it does not belong to the data set\n"}},
		{"a layout without one of its files", func(s *plantedSet) {
			if err := os.Remove(s.path("train.arrow")); err != nil {
				s.t.Fatal(err)
			}
			s.success(func(made *dataset.Success) {
				made.Files = slices.DeleteFunc(made.Files, func(f dataset.File) bool { return f.Path == "train.arrow" })
			})
		}, []string{"_SUCCESS.json: it does not list train.arrow, which is a file of the arrow layout\n"}},
	}
}
