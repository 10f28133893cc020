package verify

import (
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// checkRating checks how hard a puzzle is said to be: what singles do is found again by code
// of its own, and so is a backdoor for some rows. All else must agree with that, with itself
// and with the puzzle.
func (c *rowCheck) checkRating(b *formats.Batch, i int, fault report) {
	if !c.columns.Has(formats.DifficultyColumn) && !c.columns.Has(formats.HardestColumn) &&
		!c.columns.Has(formats.BackdoorColumn) && !c.columns.Has(formats.GuessesMeanColumn) &&
		!c.columns.Has(formats.ExplainerRatingColumn) {
		return
	}
	r, rating := &b.Results[i], &b.Ratings[i]
	if r.Verdict != solver.Unique {
		if *rating != (formats.Rating{}) {
			fault("the puzzle is rated, expected nothing beside the verdict %s", r.Verdict)
		}
		return
	}
	if !isSolution(&r.Solution, &b.Puzzles[i]) {
		return
	}
	var g pencilled
	g.read(&b.Puzzles[i])
	blanks := g.blanks
	waves := g.singles()
	if c.columns.Has(formats.DifficultyColumn) && (rating.Difficulty == ladder.Easy) != (g.blanks == 0) {
		fault("difficulty is %s, and singles leave %d blanks", quoted(rating.Difficulty.String()), g.blanks)
	}
	if c.columns.Has(formats.DifficultyColumn) && rating.Difficulty == ladder.Unrated {
		fault("there is no difficulty, expected one beside the verdict unique")
	}
	if c.columns.Has(formats.GuessesMeanColumn) && rating.GuessesMean == 0 {
		fault("there is no guesses_mean, expected one beside the verdict unique")
	}
	if c.columns.Has(formats.ExplainerRatingColumn) {
		c.checkExplainer(b, i, blanks, &g, fault)
	}
	if c.columns.Has(formats.HardestColumn) {
		c.checkTechniques(rating, blanks, waves, &g, fault)
	}
	if c.columns.Has(formats.BackdoorColumn) {
		checkBackdoor(b, i, &g, fault)
	}
}

// checkExplainer compares a rating of Sudoku Explainer, in thousandths and one more, with what
// singles do: hidden ones are rated up to 1.5, naked ones 2.3, and direct techniques from 1.7 on.
func (c *rowCheck) checkExplainer(b *formats.Batch, i, blanks int, g *pencilled, fault report) {
	rating := &b.Ratings[i]
	n := int(rating.ExplainerRating) - 1
	low, high := 1700, 5600
	if g.blanks == 0 && blanks > 0 {
		high = 2300
		if hidden := ratingOfHidden(&b.Puzzles[i]); hidden > 0 {
			if n != hidden {
				fault("explainer_rating is %s, expected %g, as hidden singles solve the puzzle", explainerText(rating), float64(hidden)/1000)
			}
			return
		}
	}
	none := n < 0
	switch {
	case none && (blanks == 0 || g.blanks > 0):
	case none || blanks == 0 || n < low || n > high || n%100 != 0:
		fault("explainer_rating is %s, and singles leave %d of %d blanks", explainerText(rating), g.blanks, blanks)
	}
}

func explainerText(rating *formats.Rating) string {
	if rating.ExplainerRating == 0 {
		return "empty"
	}
	return strconv.FormatFloat(float64(rating.ExplainerRating-1)/1000, 'f', -1, 64)
}

// checkTechniques compares waves with what singles need by themselves, with the hardest
// technique, and with what they remove. Columns of single techniques may be missing.
func (c *rowCheck) checkTechniques(rating *formats.Rating, blanks, waves int, g *pencilled, fault report) {
	counted := c.columns.Has(formats.WavesColumn) && c.columns.Has(formats.RemovedColumn+formats.Column(ladder.TrialAndError)-1)
	if !counted {
		return
	}
	hardest := ladder.None
	for t := ladder.Singles; t <= ladder.TrialAndError; t++ {
		if rating.Waves[t] > 0 {
			hardest = t
		}
		if (rating.Waves[t] > 0) != (rating.Removed[t] > 0) {
			fault("%d waves of %s remove %d candidates", rating.Waves[t], t, rating.Removed[t])
		}
	}
	switch placed := int(rating.Removed[ladder.Singles]); {
	case rating.Hardest != hardest && rating.Hardest != ladder.Extreme:
		fault("hardest is %s, expected %s by the waves", rating.Hardest, hardest)
	case (placed == blanks) != (rating.Hardest != ladder.Extreme):
		fault("placed_singles is %d, and hardest is %s; the puzzle has %d blanks", placed, rating.Hardest, blanks)
	case (g.blanks == 0) != (rating.Hardest <= ladder.Singles):
		fault("hardest is %s, and singles leave %d blanks", rating.Hardest, g.blanks)
	case g.blanks == 0 && int(rating.Waves[ladder.Singles]) != waves:
		fault("waves_singles is %d, expected %d", rating.Waves[ladder.Singles], waves)
	case g.blanks > 0 && (int(rating.Waves[ladder.Singles]) < waves || placed < blanks-g.blanks):
		fault("%d waves of singles place %d digits, expected at least %d and %d", rating.Waves[ladder.Singles], placed, waves, blanks-g.blanks)
	}
	if within := rating.Hardest <= ladder.HiddenQuad; c.columns.Has(formats.ExplainerRatingColumn) && blanks > 0 &&
		(within && rating.ExplainerRating == 0 || rating.Hardest > ladder.BUGPlusOne && rating.ExplainerRating > 0) {
		fault("explainer_rating is %s, and hardest is %s", explainerText(rating), rating.Hardest)
	}
	if d := rating.Difficulty; c.columns.Has(formats.DifficultyColumn) && d != rating.Hardest.Difficulty() {
		fault("difficulty is %s, expected %s beside %s", d, rating.Hardest.Difficulty(), rating.Hardest)
	}
}

// checkBackdoor looks for a backdoor again in some rows; in others it checks whether one is
// needed. The singles of a grid are those of its puzzle.
func checkBackdoor(b *formats.Batch, i int, g *pencilled, fault report) {
	size := int(b.Ratings[i].Backdoor) - 1
	switch {
	case (size == 0) != (g.blanks == 0):
		fault("backdoor is %d, and singles leave %d blanks", size, g.blanks)
	case g.blanks > 0 && (b.First+int64(i))%SearchedRows == 0:
		if expected := g.backdoor(&b.Results[i].Solution); size != expected {
			fault("backdoor is %d, expected %d (-1 is none)", size, expected)
		}
	}
}
