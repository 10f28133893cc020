package verify

import (
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver/ladder"
)

// techniqueOf has the technique of each name that steps have but those of a search.
var techniqueOf = func() map[string]ladder.Technique {
	all := map[string]ladder.Technique{
		"full_house": ladder.Singles, "naked_single": ladder.Singles, "hidden_single": ladder.Singles,
		"pointing": ladder.LockedCandidates, "claiming": ladder.LockedCandidates,
	}
	for t := ladder.NakedPair; t <= ladder.TrialAndError; t++ {
		all[t.String()] = t
	}
	return all
}()

// checkCounts compares the columns that count waves, and what they remove, with what the steps of
// the row add up to.
func (c *rowCheck) checkCounts(rating *formats.Rating, counted *ladder.Rating, fault report) {
	if c.columns.Has(formats.HardestColumn) && rating.Hardest != counted.Hardest {
		fault("hardest is %s, expected %s by the steps", rating.Hardest, counted.Hardest)
	}
	for t := ladder.Singles; t <= ladder.TrialAndError; t++ {
		waves, removed := formats.WavesColumn+formats.Column(t)-1, formats.RemovedColumn+formats.Column(t)-1
		if c.columns.Has(waves) && rating.Waves[t] != counted.Waves[t] {
			fault("%s is %d, expected %d by the steps", waves, rating.Waves[t], counted.Waves[t])
		}
		if c.columns.Has(removed) && rating.Removed[t] != counted.Removed[t] {
			fault("%s is %d, expected %d by the steps", removed, rating.Removed[t], counted.Removed[t])
		}
	}
}
