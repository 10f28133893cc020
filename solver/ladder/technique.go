package ladder

import "strings"

// Technique is a rung of the ladder.
type Technique uint8

// The techniques, from the easiest to the hardest.
const (
	// None is the hardest technique of a puzzle that needs none, and of what cannot be rated.
	None Technique = iota
	// Singles places naked and hidden singles: a cell with one candidate, and a digit with
	// one place in a house.
	Singles
	// LockedCandidates is pointing and claiming: a digit that is confined to the cells which
	// a box and a line have in common goes nowhere else in either.
	LockedCandidates
	NakedPair
	XWing
	HiddenPair
	NakedTriple
	Swordfish
	HiddenTriple
	NakedQuad
	Jellyfish
	HiddenQuad
	// Skyscraper joins two rows, each with two places for a digit, by a column that both
	// have a place in, or two columns by a row.
	Skyscraper
	// TwoStringKite joins a row and a column, each with two places for a digit, by a box.
	TwoStringKite
	// TurbotFish joins any two houses with two places for a digit by any house.
	TurbotFish
	XYWing
	XYZWing
	// WWing joins two cells with the same two candidates by a house with two places for one
	// of them.
	WWing
	// UniqueRectangle is of the types 1, 2 and 4.
	UniqueRectangle
	// BUGPlusOne takes the digit that keeps the grid from being a bivalue universal grave.
	BUGPlusOne
	// TrialAndError assumes each candidate, goes on with singles until there is a
	// contradiction or nothing more to place, and removes the candidates that contradict.
	TrialAndError
	// Extreme is the hardest technique of a puzzle that resists all others.
	Extreme
	NumTechniques = iota // how many there are
)

var names = [NumTechniques]string{
	"none", "singles", "locked_candidates", "naked_pair", "x_wing", "hidden_pair", "naked_triple", "swordfish",
	"hidden_triple", "naked_quad", "jellyfish", "hidden_quad", "skyscraper", "two_string_kite", "turbot_fish",
	"xy_wing", "xyz_wing", "w_wing", "unique_rectangle", "bug_plus_1", "trial_and_error", "extreme",
}

// String returns the name of a technique, in lower case and with underscores.
func (t Technique) String() string { return names[t] }

// Title returns the name of a technique as it is written in a text.
func (t Technique) Title() string {
	switch t {
	case XWing, XYWing, XYZWing, WWing:
		wing := strings.TrimSuffix(t.String(), "_wing")
		return strings.ToUpper(wing) + "-wing"
	case TwoStringKite:
		return "2-string kite"
	case BUGPlusOne:
		return "BUG+1"
	}
	return strings.ReplaceAll(t.String(), "_", " ")
}
