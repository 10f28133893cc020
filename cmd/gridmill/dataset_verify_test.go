package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
)

// TestPlantedFaultsOfDataSets checks that verify finds each planted error even if sizes and
// checksums match. verify must report no errors in the unchanged data set.
func TestPlantedFaultsOfDataSets(t *testing.T) {
	skipInShort(t)
	made := makePlantedSet(t)
	made.wantClean()
	for _, fault := range setFaults() {
		t.Run(fault.name, func(t *testing.T) { made.wantFaults(t, fault.plant, fault.want...) })
	}
}

// TestCriteriaOfDataSets creates a data set with the criterion keys.Puzzle. Some puzzles in
// different splits have the same solution or are neighbors. verify must report these puzzles if the
// data set declares a different criterion, and must not report them otherwise.
func TestCriteriaOfDataSets(t *testing.T) {
	skipInShort(t)
	const puzzles = `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
534.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..............1..2..3....4.....2.5...4...6...6.....3......5.......36...718......9
..............1..2..3....4.....5.......36...712......8....9.5...4...6...6.....3..
`
	s := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	writeFile(t, filepath.Join(filepath.Dir(s.dir), "in.txt"), puzzles)
	apart := false
	for seed := 1; !apart; seed++ {
		args := fmt.Sprintf("dataset in.txt -o set/ --by puzzle --dedupe exact --split test=2,train --layout jsonl --seed %d --overwrite --progress none", seed)
		if _, said, code := s.gridmill(strings.Fields(args)...); code != exitDone {
			t.Fatal(said)
		}
		text := readFile(t, s.path("test.jsonl"))
		apart = bytes.Count(text, []byte(`"puzzle":"53`)) == 1
	}
	for _, test := range []struct {
		dedupe, by keys.Criterion
		want       []string // for each line that verify prints, a part of that line
	}{
		{keys.Exact, keys.Puzzle, nil},
		{keys.None, keys.Solution, []string{"its solution is equivalent to that of"}},
		{keys.Solution, keys.Puzzle, []string{"its solution is equivalent to that of"}},
		{keys.Puzzle, keys.Neighbors, slices.Repeat([]string{"it counts as a neighbor of"}, 2)},
	} {
		s.success(func(made *dataset.Success) {
			made.Dedupe, made.By = string(test.dedupe), string(test.by)
			made.Options["dedupe"], made.Options["by"] = string(test.dedupe), string(test.by)
		})
		out, said, code := s.gridmill("verify", "set", "--progress", "none")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if out == "" {
			lines = nil
		}
		good := len(lines) == len(test.want) && (code == exitFailed) == (len(lines) > 0)
		for i := range min(len(lines), len(test.want)) {
			good = good && strings.Contains(lines[i], test.want[i])
		}
		if !good {
			t.Errorf("no repeats by %s and no leaks by %s: exit code %d:\n%s%s", test.dedupe, test.by, code, out, said)
		}
	}
}

// TestChangedFilesOfDataSets checks that verify reports each changed file and each missing file.
func TestChangedFilesOfDataSets(t *testing.T) {
	skipInShort(t)
	s := makePlantedSet(t)
	text := readFile(t, s.path(dataset.SuccessName))
	success, err := dataset.ParseSuccess(text)
	if err != nil {
		t.Fatal(err)
	}
	wantAll := func(fault string) {
		t.Helper()
		out, _, code := s.gridmill("verify", "set", "--progress", "none", "--max-errors", "1000")
		for _, f := range success.Files {
			if want := filepath.FromSlash("set/"+f.Path) + ": " + fault + "\n"; code != exitFailed || !strings.Contains(out, want) {
				t.Errorf("exit code %d, want %q in the output:\n%s", code, want, out)
			}
		}
	}
	for _, f := range success.Files {
		s.change(f.Path, func(text []byte) []byte {
			text[len(text)-1] ^= 1
			return text
		})
	}
	wantAll("its content has changed since it was written")
	for _, f := range success.Files {
		if err := os.Remove(s.path(f.Path)); err != nil {
			t.Fatal(err)
		}
	}
	wantAll("it is missing")
}

// TestUnlistedSplit removes the files of the train split from _SUCCESS.json. It checks that verify
// still reports repeated puzzles in the test split.
func TestUnlistedSplit(t *testing.T) {
	s := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	s.gridmill("generate", "--count", "20", "--seed", "5", "-o", "made.csv", "--progress", "none")
	s.gridmill("dataset", "made.csv", "made.csv", "-o", "set/", "--layout", "hub", "--dedupe", "none", "--split", "train=0.5,test=0.5", "--progress", "none")
	s.success(func(made *dataset.Success) {
		made.Dedupe, made.Options["dedupe"] = "minlex", "minlex"
		made.Files = slices.DeleteFunc(made.Files, func(f dataset.File) bool { return strings.HasPrefix(f.Path, "data/train-") })
	})
	stdout, said, code := s.gridmill("verify", "set/", "--progress", "none")
	if code != exitFailed || !strings.Contains(stdout, "data/test-00000-of-00001.parquet: row 11: it is equivalent to ") {
		t.Errorf("verify exits with %d: %s%s", code, stdout, said)
	}
}
