package parts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// Merge checks all parts of a plan. If they are complete, it publishes _SUCCESS.json. Otherwise, it
// returns an *UnfinishedError listing the missing and damaged parts. If shards is not 0, the error
// also lists the shards that must run. If read is not nil, it counts the bytes that Merge reads.
func Merge(ctx context.Context, d *Directory, p *Plan, shards, workers int, read *files.Counter) (*Outcome, error) {
	if err := d.RemoveLeftovers(); err != nil {
		return nil, err
	}
	if err := d.rejectUnexpected(p); err != nil { // fail before reading the parts
		return nil, err
	}
	there, err := d.check(ctx, p, Shard{}.parts(p), workers, read)
	if err != nil {
		return nil, err
	}
	if len(there.Missing) > 0 {
		if err := d.revoke(); err != nil {
			return nil, err
		}
		return nil, newUnfinished(d.path, p, there, shards)
	}
	outcome := &Outcome{Totals: there.Totals, Taken: Count{len(p.Parts), p.Rows}}
	return outcome, d.finish(p, there, outcome)
}

// PartPaths returns the paths of all parts, in order.
func (d *Directory) PartPaths(p *Plan) (files []string) {
	for i := range p.Parts {
		files = append(files, d.PartPath(p, &p.Parts[i]))
	}
	return files
}

// An UnfinishedError lists the missing parts of a directory and the errors in damaged parts.
type UnfinishedError struct{ error }

// AllMissing returns the error that Merge reports for a directory without any of the plan's parts.
func AllMissing(path string, p *Plan, shards int) *UnfinishedError {
	return newUnfinished(path, p, &inventory{Missing: Shard{}.parts(p)}, shards)
}

func newUnfinished(path string, p *Plan, there *inventory, shards int) *UnfinishedError {
	var parts, of []int
	d, copied := &Directory{path: path}, ""
	for _, part := range there.Missing {
		parts = append(parts, part.Number)
		of = append(of, part.Number%max(shards, 1))
		if manifest := d.ManifestPath(part); Exists(d.PartPath(p, part)) && !Exists(manifest) {
			there.Faults = append(there.Faults, pipeline.FaultOf(manifest, "it is missing"))
			copied = "if its files were copied from elsewhere, also copy " + privateName + "; otherwise, "
		}
	}
	const most = 20
	runs := ranges(parts)
	if len(runs) > most {
		runs = append(runs[:most], "...")
	}
	advice := "repeat the command that writes the parts, then merge"
	if shards > 0 {
		slices.Sort(of)
		advice = fmt.Sprintf("before merging, run these shards (of %d): %s", shards, strings.Join(ranges(slices.Compact(of)), ","))
	}
	text := fmt.Sprintf("%s is missing %d of %d parts: %s; %s%s", path, len(parts), len(p.Parts), strings.Join(runs, ","), copied, advice)
	if len(there.Faults) > 0 {
		text += fmt.Sprintf("; missing or unusable files: %s", there.Faults)
	}
	return &UnfinishedError{errors.New(text)}
}

// ranges returns the ranges of consecutive numbers. For 0, 2, 3 and 4, it returns "0" and "2-4".
// Job schedulers accept a list of such ranges, separated by commas.
func ranges(sorted []int) (text []string) {
	for i := 0; i < len(sorted); {
		end := i
		for end+1 < len(sorted) && sorted[end+1] == sorted[end]+1 {
			end++
		}
		run := strconv.Itoa(sorted[i])
		if end > i {
			run += "-" + strconv.Itoa(sorted[end])
		}
		text = append(text, run)
		i = end + 1
	}
	return text
}
