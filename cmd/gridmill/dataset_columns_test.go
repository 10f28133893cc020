package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/pipeline/dataset"
)

// columnLayouts lists the layouts to which gridmill adds columns. Each value is the file that holds
// the train split.
var columnLayouts = map[string]string{
	"jsonl": "train.jsonl", "arrow": "train.arrow", "parquet": "train.parquet", "hub": "data/train-00000-of-00001.parquet",
}

// TestChangedColumnsOfDataSets changes values in the columns that gridmill adds to layouts. It
// checks that verify finds each change even if sizes and checksums are updated.
func TestChangedColumnsOfDataSets(t *testing.T) {
	skipInShort(t)
	made := &plantedSet{t, filepath.Join(t.TempDir(), "set")}
	for _, args := range []string{
		"generate --count 16 --seed 20 -o made.csv",
		"dataset made.csv -o set/ --layout hrm,jsonl,arrow,parquet,hub --split train=0.7,test=0.3 --augment train=1 --compression none " +
			"--with class,symmetries,minlex,difficulty,techniques,backdoor,explainer_rating,guesses_mean:7,steps",
	} {
		if _, said, code := made.gridmill(strings.Fields(args + " --progress none")...); code != exitDone {
			t.Fatalf("gridmill %s exits with %d: %s", args, code, said)
		}
	}
	if out, said, code := made.gridmill("verify", "set", "--progress", "none"); code != exitDone {
		t.Fatalf("the unchanged data set was rejected: %s%s", out, said)
	}
	wantFault := func(t *testing.T, plant func(*plantedSet), wants ...string) {
		t.Helper()
		s := made.copy(t)
		plant(s)
		s.seal()
		out, said, code := s.gridmill("verify", "set", "--progress", "none")
		for _, want := range wants {
			if code != exitFailed || !strings.Contains(out, want) {
				t.Errorf("exit code %d, want %q in the output:\n%s%s", code, want, out, said)
			}
		}
	}
	for _, layout := range []string{"jsonl", "arrow"} { // Parquet is left out, because its pages have their own checksums
		file := columnLayouts[layout]
		for column, pattern := range map[string]string{"solution_class": `[0-9a-f]{16}`, "minlex": `[.1-9]{81}`} {
			t.Run(layout+" "+column, func(t *testing.T) {
				wantFault(t, func(s *plantedSet) {
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
			wantFault(t, func(s *plantedSet) {
				s.change("train.jsonl", func(all []byte) []byte {
					at := regexp.MustCompile(`"` + column + `":` + change[0]).FindIndex(all)
					return slices.Replace(all, at[0], at[1], []byte(`"`+column+`":`+change[1])...)
				})
			}, "train.jsonl: row 1: "+column+" is ")
		})
	}
	t.Run("guesses of a morph", func(t *testing.T) {
		wantFault(t, func(s *plantedSet) {
			s.change("train.jsonl", func(all []byte) []byte {
				at := regexp.MustCompile(`"guesses":[0-9]+`).FindAllIndex(all, 2)[1]
				return slices.Replace(all, at[0], at[1], []byte(`"guesses":98`)...)
			})
		}, "train.jsonl: row 2: guesses is 98, but lanes, which produced the result, reports ")
	})
	t.Run("another mean", func(t *testing.T) {
		var wants []string
		for _, file := range columnLayouts {
			wants = append(wants, filepath.FromSlash(file)+": row 3: guesses_mean is ")
		}
		wantFault(t, func(s *plantedSet) {
			s.success(func(made *dataset.Success) {
				made.Options["with"] = strings.Replace(made.Options["with"].(string), "guesses_mean:7", "guesses_mean:8", 1)
			})
		}, wants...)
	})
	t.Run("a missing column", func(t *testing.T) {
		wantFault(t, func(s *plantedSet) {
			s.change("train.jsonl", func(all []byte) []byte { return bytes.ReplaceAll(all, []byte(`"symmetries"`), []byte(`"notes"`)) })
		}, "train.jsonl: it has no symmetries column\n")
	})
	t.Run("other verdicts", func(t *testing.T) {
		wantFault(t, func(s *plantedSet) {
			s.success(func(made *dataset.Success) {
				made.Rows.Verdicts["unique"]--
				made.Rows.Verdicts["multiple"]++
			})
		}, "_SUCCESS.json: the count \"unique\" is 15, but the number ")
	})
}

// firstValue searches a column in train.jsonl for the first value that matches the pattern.
func firstValue(t *testing.T, s *plantedSet, column, pattern string) (found []byte) {
	t.Helper()
	s.copy(t).change("train.jsonl", func(all []byte) []byte {
		found = regexp.MustCompile(`"` + column + `":"(` + pattern + `)"`).FindSubmatch(all)[1]
		return nil
	})
	return found
}
