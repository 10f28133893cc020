package report

import (
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/pipeline/dataset"
)

// A split holds the figures of one split of a data set, and a histogram of the numbers of clues.
type split struct {
	dataset.SplitCounts
	Percent string
	Clues   template.HTML // empty if the split has no rows
}

// Splits returns the splits of a data set.
func (r *Run) Splits() (splits []split) {
	for i, s := range r.Set.Splits {
		of := split{SplitCounts: s, Percent: percent(s.Bases, r.Set.Rows.Bases)}
		if s.Bases > 0 {
			bars := clueBars(func(n int) int64 { return s.Clues[n] })
			of.Clues = drawBars("Clues of "+s.Name, "clues", bars, i)
		}
		splits = append(splits, of)
	}
	return splits
}

// RowCounts returns how many input rows of a data set were kept, and how many were dropped for each
// reason. Each input row is counted once.
func (r *Run) RowCounts() []row {
	d := &r.Set.Rows.Dropped
	dropped := slices.DeleteFunc([]Count{
		{"no puzzle, or no unique solution", d.NotUnique}, {"rejected by a condition", d.Filtered},
		{"duplicates of earlier rows, according to --dedupe " + r.Set.Dedupe, d.Duplicate}, {"also in an --exclude file, according to --by " + r.Set.By, d.Excluded},
		{"not assigned to a split", d.Unassigned}, {"not in the sample of their split", d.Unsampled},
	}, func(c Count) bool { return c.Rows == 0 })
	return rowsOf(slices.Concat([]Count{{"kept", r.Set.Rows.Bases}}, dropped))
}

// shares is a table row with the share of a value, such as a difficulty, in each split.
type shares struct {
	Name     string
	Percents []string
}

// Shares returns the share of each value of a property in each split. It omits values that do not
// occur. It returns nil if the property is the difficulty and the puzzles were not rated.
func (r *Run) Shares(property dataset.Property) (rows []shares) {
	found := map[byte]shares{} // by ValueCount.Number
	for i, split := range r.Set.Splits {
		for _, of := range split.By(property) {
			if of.Rows == 0 {
				continue
			}
			if _, known := found[of.Number]; !known {
				found[of.Number] = shares{strings.TrimSuffix(of.Value, " guesses"), make([]string, len(r.Set.Splits))}
			}
			found[of.Number].Percents[i] = percent(of.Rows, split.Bases)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(found)) {
		rows = append(rows, found[number])
	}
	return rows
}
