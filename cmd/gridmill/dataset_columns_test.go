package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/dataset"
)

// columnLayouts maps each layout with added columns to the file of its train split.
var columnLayouts = map[string]string{
	"jsonl": "train.jsonl", "arrow": "train.arrow", "parquet": "train.parquet", "hub": "data/train-00000-of-00001.parquet",
}

// TestChangedColumnsOfDataSets changes values in columns that gridmill adds, and updates sizes and
// checksums to match. It checks that verify finds each change.
func TestChangedColumnsOfDataSets(t *testing.T) {
	skipInShort(t)
	made := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	extras := strings.Replace(strings.Join(formats.ExtraNames(), ","), "guesses_mean", "guesses_mean:7", 1)
	for _, args := range []string{
		"generate --count 16 --seed 20 -o made.csv",
		"dataset made.csv -o set/ --layout hrm,csv,jsonl,arrow,parquet,hub --split train=0.7,test=0.3 --augment train=1 --compression none --with " + extras,
	} {
		if _, said, code := made.gridmill(strings.Fields(args + " --progress none")...); code != exitDone {
			t.Fatalf("gridmill %s exits with %d: %s", args, code, said)
		}
	}
	made.wantClean()
	for _, layout := range []string{"jsonl", "arrow"} { // not Parquet, because its pages have their own checksums
		file := columnLayouts[layout]
		for column, pattern := range map[string]string{"solution_class": `[0-9a-f]{16}`, "minlex": `[.1-9]{81}`} {
			t.Run(layout+" "+column, func(t *testing.T) {
				made.wantFaults(t, func(s *plantedSet) {
					text := firstValue(t, made, column, pattern)
					changed := slices.Clone(text)
					changed[len(text)-1] = "12"[text[len(text)-1]&1]
					s.change(file, func(all []byte) []byte { return bytes.ReplaceAll(all, text, changed) })
				}, filepath.Join("set", filepath.FromSlash(file))+": row 1: "+column+" is ")
			})
		}
	}
	for column, change := range map[string][2]string{
		"symmetries": {`1`, `2`}, "difficulty": {`"[a-z_]+"`, `"extreme"`}, "hardest": {`"[a-z_]+"`, `"w_wing"`},
		"backdoor": {`[0-9]+`, `9`}, "explainer_rating": {`[0-9.]+`, `9.9`}, "waves_singles": {`[0-9]+`, `99`}, "steps": {`\[\{"wave":1`, `[{"wave":2`},
		"guesses": {`[0-9]+`, `99`}, "backtracks": {`[0-9]+`, `99`}, "max_depth": {`[0-9]+`, `99`}, "passes": {`[0-9]+`, `999`},
	} {
		t.Run("jsonl "+column, func(t *testing.T) {
			made.wantFaults(t, func(s *plantedSet) {
				s.change("train.jsonl", func(all []byte) []byte {
					at := regexp.MustCompile(`"` + column + `":` + change[0]).FindIndex(all)
					return slices.Replace(all, at[0], at[1], []byte(`"`+column+`":`+change[1])...)
				})
			}, "train.jsonl: row 1: "+column+" is ")
		})
	}
	t.Run("guesses of a morph", func(t *testing.T) {
		made.wantFaults(t, func(s *plantedSet) {
			s.change("train.jsonl", func(all []byte) []byte {
				at := regexp.MustCompile(`"guesses":[0-9]+`).FindAllIndex(all, 2)[1]
				return slices.Replace(all, at[0], at[1], []byte(`"guesses":98`)...)
			})
		}, "train.jsonl: row 2: guesses is 98, but solving the puzzle again with lanes gives ")
	})
	t.Run("another mean", func(t *testing.T) {
		var wants []string
		for _, file := range columnLayouts {
			wants = append(wants, filepath.FromSlash(file)+": row 3: guesses_mean is ")
		}
		made.wantFaults(t, func(s *plantedSet) {
			s.success(func(made *dataset.Success) {
				made.Options["with"] = strings.Replace(made.Options["with"].(string), "guesses_mean:7", "guesses_mean:8", 1)
			})
		}, wants...)
	})
	t.Run("a missing column", func(t *testing.T) {
		made.wantFaults(t, func(s *plantedSet) {
			s.change("train.jsonl", func(all []byte) []byte { return bytes.ReplaceAll(all, []byte(`"symmetries"`), []byte(`"notes"`)) })
		}, `train.jsonl: its columns are ..."nlex,solution_class,notes,base,`)
	})
	t.Run("other values", func(t *testing.T) {
		made.wantFaults(t, changeValues,
			"train.jsonl: row 1: the JSON value of clues is a string, expected another type\n", "train.jsonl: row 2: the JSON value of morph is a string",
			"train.jsonl: row 3: the JSON value of weight is a string", "train.jsonl: row 4: the JSON value of solution is another type, expected a string\n",
			"train.jsonl: row 7: base 8 follows base 16, but gridmill writes rows in a different order\n", "train.jsonl: row 6: it differs from morph 1 of original 16\n",
			"train.jsonl: row 7: puzzle is ", "test.jsonl: row 3: base ",
			`train.csv: row 1: source is "more.csv", but the inputs are ["made.csv"]`, "train.csv: row 2: rating is wrong: guesses is 77, but solving the puzzle again with lanes gives",
			`README.md: the line "- No solution, and therefore no puzzle, is equivalent to one in another split." is missing or misplaced`)
	})
	t.Run("other columns", func(t *testing.T) {
		made.wantFaults(t, changeColumns, `train.jsonl: its columns are ..."oved_trial_and_error,note", expected ..."oved_trial_and_error"`, "test.jsonl: ", `train.csv: its columns are "origin,question,answer,rating", expected "source,question,answer,rating"`,
			`README.md: the line "license: other" is missing or misplaced`)
	})
	t.Run("other verdicts", func(t *testing.T) {
		made.wantFaults(t, func(s *plantedSet) {
			s.success(func(made *dataset.Success) {
				made.Rows.Verdicts["unique"]--
				made.Rows.Verdicts["multiple"]++
			})
		}, "_SUCCESS.json: the total of \"unique\" is 15, but the number ")
	})
}

// changeValues changes values and types in several files of the data set.
func changeValues(s *plantedSet) {
	s.change("train.jsonl", func(all []byte) []byte {
		rows := bytes.SplitAfter(all, []byte("\n"))
		for i, change := range [][2]string{
			{`"clues":([0-9]+)`, `"clues":"$1"`}, {`"morph":1`, `"morph":"1"`}, {`"weight":([0-9.]+)`, `"weight":"$1"`},
			{`"solution":"([0-9]+)"`, `"solution":$1`}, {`"base":[0-9]+`, `"base":16`}, {`"base":[0-9]+`, `"base":16`},
			{`"puzzle":"([^"]*)[.]`, `"puzzle":"${1}0`},
		} {
			rows[i] = regexp.MustCompile(change[0]).ReplaceAll(rows[i], []byte(change[1]))
		}
		return bytes.Join(rows, nil)
	})
	s.change("test.jsonl", func(all []byte) []byte {
		first := regexp.MustCompile(`"base":[0-9]+`).Find(all)
		at := regexp.MustCompile(`"base":[0-9]+`).FindAllIndex(all, 3)[2]
		return slices.Replace(all, at[0], at[1], first...)
	})
	s.change("train.csv", func(all []byte) []byte {
		rows := bytes.SplitAfter(all, []byte("\n"))
		rows[1] = bytes.Replace(rows[1], []byte("made.csv"), []byte("more.csv"), 1)
		rows[2] = regexp.MustCompile(`[0-9]+\n`).ReplaceAll(rows[2], []byte("77\n"))
		return bytes.Join(rows, nil)
	})
	s.replace("README.md", "equivalent to one in another split", "equal to one in another split")
}

// changeColumns adds and renames columns, and changes the license in the card.
func changeColumns(s *plantedSet) {
	s.change("train.jsonl", func(all []byte) []byte { return bytes.ReplaceAll(all, []byte("}\n"), []byte(`,"note":"new"}`+"\n")) })
	s.replace("test.jsonl", `{"weight"`, `{"weights"`)
	s.replace("train.csv", "source,question", "origin,question")
	s.replace("README.md", "license: other", "license: mit")
}

// firstValue returns the first value that matches the pattern in the given column of train.jsonl.
func firstValue(t *testing.T, s *plantedSet, column, pattern string) (found []byte) {
	t.Helper()
	s.copy(t).change("train.jsonl", func(all []byte) []byte {
		found = regexp.MustCompile(`"` + column + `":"(` + pattern + `)"`).FindSubmatch(all)[1]
		return nil
	})
	return found
}
