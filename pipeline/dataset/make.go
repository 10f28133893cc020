package dataset

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// Make creates a data set. It solves all rows, assigns them to splits, writes the parts of all
// tables, and joins the parts. Finally, it publishes and returns _SUCCESS.json. If Make is
// interrupted, the next call resumes its work. If c.Shard is set, Make writes only the parts of
// this shard, and returns a nil *Success. If the shard must wait for other shards, the error is a
// *WaitError. After all shards have finished, a call without a shard completes the data set.
func Make(ctx context.Context, c Config) (*Success, error) {
	if !parts.Exists(c.path(listName)) { // no earlier run has given any file its final name
		dir := c.Directory.Path()
		if p, err := c.Directory.StoredPlan(); p != nil || err != nil {
			return nil, option.Misuse(option.Directory, "%s belongs to another run, which writes its result in parts", dir)
		}
		if err := parts.RejectOthers(dir, map[string]bool{".": true}); err != nil {
			return nil, err
		}
	}
	if err := c.Directory.RemoveLeftovers(); err != nil {
		return nil, err
	}
	for _, name := range private {
		if err := makeDirectory(c.path(name)); err != nil {
			return nil, err
		}
	}
	rows, err := c.solve(ctx, c.Inputs, "rows", "rows")
	if err != nil {
		return nil, err
	}
	var excluded *solved
	if len(c.Exclude.Files) > 0 {
		if excluded, err = c.solve(ctx, c.Exclude, "excluded", "excluded rows"); err != nil {
			return nil, err
		}
	}
	decisions, err := c.choose(ctx, rows, excluded)
	if err != nil {
		return nil, err
	}
	if err := c.findTypes(ctx, rows); err != nil {
		return nil, err
	}
	set, splits := c.describe(decisions)
	set.Numbers, set.Answers = rows.read.Types, rows.totals.AnswerCounts()
	if set.Columns, err = c.columnsOf(rows); err != nil {
		return nil, err
	}
	if err := folder.Check(c.Layouts, set); err != nil {
		return nil, err
	}
	if err := c.writeTables(ctx, rows, splits, decisions); err != nil || !c.Shard.All() {
		return nil, err
	}
	s := &Success{
		Format: successFormat, Version: c.Version, Options: c.Options, Seed: c.Seed,
		Dedupe: c.Dedupe.NameIn(keys.DedupeNames), By: c.By.NameIn(keys.ByNames),
		Totals: &rows.totals, Inputs: rows.plan.Inputs, Columns: set.Columns, Types: rows.read.Types,
		Misfits: rows.totals.Misfits, Replaced: rows.totals.Replaced, Rows: Counts{
			Read:     rows.plan.Rows,
			Verdicts: pipeline.CountsBy(rows.totals.Verdicts[:], func(v int) string { return solver.Verdict(v).String() }),
			Answers:  set.Answers,
		},
	}
	if excluded != nil {
		s.Exclude = relativeTo(c.Directory.Path(), excluded.plan.Inputs)
		verdicts := &excluded.totals.Verdicts
		s.ExcludeRows = &ExcludeCounts{Read: excluded.plan.Rows, NoPuzzle: verdicts[solver.Invalid]}
		if c.By.Rule().NeedsSolution {
			s.ExcludeRows.NotUnique = excluded.plan.Rows - verdicts[solver.Invalid] - verdicts[solver.Unique]
		}
	}
	s.Rows.Dropped.count(decisions)
	return s, c.complete(ctx, s, set, splits)
}

func (c *Config) describe(decisions []decision) (*folder.Set, []*tableSplit) {
	set := &folder.Set{Version: c.Version, Command: c.Command, Seed: c.Seed, Each: c.Each.Phrase(), Promises: Promises(c.Dedupe, c.By, len(c.Splits), len(c.Exclude.Files))}
	for i, source := range []Source{c.Inputs, c.Exclude} {
		for _, file := range source.Files {
			set.Inputs = append(set.Inputs, folder.Input{File: file, Excluded: i > 0})
		}
	}
	set.Splits = make([]folder.Split, len(c.Splits))
	var splits []*tableSplit
	number := 0
	for i, requested := range c.Splits {
		of, d := &set.Splits[i], firstSplit+decision(i)
		bases := int64(bytes.Count(decisions, []byte{d}))
		*of = folder.Split{Name: requested.Name, Bases: bases, Morphs: requested.Morphs, Sample: requested.SampleText(), Bytes: map[string]int64{}}
		s := &tableSplit{Split: of, decision: d, seed: c.Seed}
		for _, layout := range c.Layouts {
			s.tables = append(s.tables, layout.Tables(requested.Name)...)
		}
		if c.Shuffle {
			s.divideShuffled(decisions, c.PartRows, number)
		} else {
			s.divide(decisions, c.PartRows, number)
		}
		number += len(s.parts)
		splits = append(splits, s)
	}
	return set, splits
}

func (c *Config) writeTables(ctx context.Context, rows *solved, splits []*tableSplit, decisions []decision) error {
	if c.Shuffle {
		if err := c.shuffle(ctx, rows, splits, decisions); err != nil {
			return err
		}
	}
	done := new(files.Counter) // counts rows
	missing := make([][]int, len(splits))
	all, left := 0, 0
	for i, s := range splits {
		for _, part := range s.parts {
			if !c.mine(part.number) {
				continue
			}
			all++
			if there, err := c.isWritten(ctx, s, part.index); err != nil {
				return err
			} else if !there {
				left++
				missing[i] = append(missing[i], part.index)
				done.Expect(part.Rows)
			}
		}
	}
	if left < all {
		c.Note("earlier runs wrote %d of %d parts of the splits", all-left, all)
	}
	c.Enter(pipeline.Write, done, pipeline.Unknown)
	for i, s := range splits {
		if err := c.writeParts(ctx, rows, s, missing[i], decisions, done); err != nil {
			return err
		}
	}
	return nil
}

// Promises returns the sentences about duplicates and leaks for a dataset card. splits is the
// number of splits, and excluded is the number of files with excluded puzzles.
func Promises(dedupe, by keys.Criterion, splits, excluded int) (promises []string) {
	if text := dedupe.Rule().Unrepeated; text != "" {
		promises = append(promises, text)
	}
	var others []string
	if splits > 1 {
		others = append(others, "in another split")
	}
	if excluded > 0 {
		others = append(others, "in the excluded files")
	}
	if others != nil {
		promises = append(promises, fmt.Sprintf(by.Rule().Unshared, strings.Join(others, " or ")))
	}
	return promises
}
