package ladder

// Technique is a technique for solving puzzles, or a group of similar techniques.
type Technique uint8

// The techniques, from the easiest to the hardest.
const (
	// None is the hardest technique of a full grid, and of a grid that cannot be rated.
	None Technique = iota
	// Singles comprises naked singles (the only candidate of a cell) and hidden singles (the only
	// place for a digit in a house).
	Singles
	// LockedCandidates comprises pointing and claiming. In pointing, a box has all its places for a
	// digit in one line (row or column), and the rest of the line loses the digit. In claiming, a
	// line has all its places for a digit in one box, and the rest of the box loses the digit.
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
	// Skyscraper links two rows, each with two places for a digit, through a column in which both
	// rows have a place. Alternatively, it links two columns through a row.
	Skyscraper
	// TwoStringKite links a row and a column, each with two places for a digit, through a box.
	TwoStringKite
	// TurbotFish links two houses of any kind, each with two places for a digit, through a third
	// house.
	TurbotFish
	XYWing
	XYZWing
	// WWing links two cells that have the same two candidates. The link is a house with two places
	// for one of these candidates.
	WWing
	// UniqueRectangle is a unique rectangle of type 1, 2 or 4.
	UniqueRectangle
	// BUGPlusOne finds the only candidate that prevents a bivalue universal grave. In a grave, each
	// open cell has two candidates, and each digit has two places in each house that lacks it.
	BUGPlusOne
	// TrialAndError assumes each candidate in turn. It places singles until none is left, or until
	// there is a contradiction. It removes the candidates that lead to a contradiction.
	TrialAndError
	// Extreme counts as the hardest technique of a puzzle that the techniques above do not solve.
	Extreme
	NumTechniques = iota // the number of techniques
)

var techniques = [NumTechniques]struct {
	name, title string
	difficulty  Difficulty
	size        int // size of a naked subset, a hidden subset or a fish; otherwise 0
}{
	None:             {"none", "none", Easy, 0},
	Singles:          {"singles", "singles", Easy, 0},
	LockedCandidates: {"locked_candidates", "locked candidates", Medium, 0},
	NakedPair:        {"naked_pair", "naked pair", Medium, 2},
	XWing:            {"x_wing", "X-wing", Medium, 2},
	HiddenPair:       {"hidden_pair", "hidden pair", Medium, 2},
	NakedTriple:      {"naked_triple", "naked triple", Medium, 3},
	Swordfish:        {"swordfish", "swordfish", Medium, 3},
	HiddenTriple:     {"hidden_triple", "hidden triple", Medium, 3},
	NakedQuad:        {"naked_quad", "naked quad", Hard, 4},
	Jellyfish:        {"jellyfish", "jellyfish", Hard, 4},
	HiddenQuad:       {"hidden_quad", "hidden quad", Hard, 4},
	Skyscraper:       {"skyscraper", "skyscraper", Hard, 0},
	TwoStringKite:    {"two_string_kite", "2-string kite", Hard, 0},
	TurbotFish:       {"turbot_fish", "turbot fish", Hard, 0},
	XYWing:           {"xy_wing", "XY-wing", Hard, 0},
	XYZWing:          {"xyz_wing", "XYZ-wing", Hard, 0},
	WWing:            {"w_wing", "W-wing", Hard, 0},
	UniqueRectangle:  {"unique_rectangle", "unique rectangle", Hard, 0},
	BUGPlusOne:       {"bug_plus_1", "BUG+1", Hard, 0},
	TrialAndError:    {"trial_and_error", "trial and error", Unfair, 0},
	Extreme:          {"extreme", "extreme", ExtremelyHard, 0},
}

// String returns the name of a technique, in lower case and with underscores.
func (t Technique) String() string { return techniques[t].name }

// Title returns the name of a technique as written in prose.
func (t Technique) Title() string { return techniques[t].title }

// Difficulty returns the difficulty of a technique.
func (t Technique) Difficulty() Difficulty { return techniques[t].difficulty }
