package folder

import (
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/formats"
)

var update = flag.Bool("update", false, "write the card to testdata")

func TestCard(t *testing.T) {
	set := &Set{
		Version: "1.2.3", Command: "gridmill dataset in.csv -o out/ --layout hub", Seed: 7, Each: "difficulty",
		Promises: []string{"No two puzzles are the same.", "No two splits share a solution."},
		Inputs:   []Input{{File: "in.csv"}, {File: "published.csv", Excluded: true}},
		Splits: []Split{
			{Name: "train", Bases: 1500, Morphs: 999, Sample: "at most 1,200 puzzles", Clues: map[int]int64{17: 500, 30: 1000},
				Guesses: map[int]int64{0: 300, 1: 200, 8: 1000}, Difficulties: map[string]int64{"medium": 300, "easy": 1200},
				Bytes: map[string]int64{"data/train-00000-of-00002.parquet": 120_000, "data/train-00001-of-00002.parquet": 3_456, "train.csv": 7}},
			{Name: "test", Bases: 20, Clues: map[int]int64{28: 20}, Guesses: map[int]int64{1024: 20}, Difficulties: map[string]int64{"extreme": 20}, Bytes: map[string]int64{"data/test-00000-of-00001.parquet": 789}},
		},
	}
	columns := []formats.ColumnType{{Name: "my \"id\"", Type: "int64", FromInput: true}, {Name: "base", Type: "string", FromInput: true}, {Name: "puzzle", Type: "string"}, {Name: "base_found", Type: "int64"}, {Name: "morph", Type: "int32"}}
	set.Columns = columns
	got := cardOf(set, "cc-by-4.0")
	const golden = "testdata/card.md"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// TestCardWithoutFeatures checks that a card omits all column types if one column has no type.
func TestCardWithoutFeatures(t *testing.T) {
	for text, want := range map[string]bool{"": false, "string": true} {
		got := cardOf(&Set{Columns: []formats.ColumnType{{Name: "puzzle", Type: "string"}, {Name: "list", Type: text}}}, "other")
		if strings.Contains(got, "features:") != want {
			t.Errorf("with the type %q the card is\n%s", text, got)
		}
	}
}

// TestNamesInYAML checks that split names are strings in YAML, even if they look like other values.
func TestNamesInYAML(t *testing.T) {
	for name, want := range map[string]string{"train": "train", "no": `"no"`, "1_000": `"1_000"`, "2e5": `"2e5"`, "null": `"null"`, "nought": "nought"} {
		card := cardOf(&Set{Splits: []Split{{Name: name}}}, "other")
		for _, line := range []string{"\n  - split: " + want + "\n    path: data/" + name + "-*\n", "\n  - name: " + want + "\n    num_bytes: 0\n"} {
			if !strings.Contains(card, line) {
				t.Errorf("the card lacks %q:\n%s", line, card)
			}
		}
	}
}

func TestSizeCategories(t *testing.T) {
	for rows, want := range map[int64]string{
		0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 9_999_999: "1M<n<10M", 10_000_000: "10M<n<100M",
		999_999_999_999: "100B<n<1T", 1_000_000_000_000: "n>1T", math.MaxInt64: "n>1T",
	} {
		if got := sizeCategory(rows); got != want {
			t.Errorf("the size category of %d rows is %s, want %s", rows, got, want)
		}
	}
}

func TestHubRefusesNamesOfSplits(t *testing.T) {
	for name, fits := range map[string]bool{"train_2": true, "train-2": false, "all": false, "alls": true} {
		if err := (hub{}).Check(&Set{Splits: []Split{{Name: name}}}); fits != (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
