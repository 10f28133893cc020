package ladder

// Technique is a technique for solving puzzles, or a group of similar techniques.
type Technique uint8

// The techniques, from the easiest to the hardest.
const (
	// None is the hardest technique of a full grid, and of a grid that cannot be rated.
	None Technique = iota
	// Singles comprises naked and hidden singles. A naked single is the only candidate of a cell. A
	// hidden single is the only place for a digit in a house.
	Singles
	// LockedCandidates comprises pointing and claiming. In pointing, a box has all its places for a
	// digit in one line, and the rest of the line loses the digit. In claiming, a line has all its
	// places for a digit in one box, and the rest of the box loses the digit.
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
	// TrialAndError assumes each candidate in turn, and places singles until there is a
	// contradiction or no single is left. It removes the candidates that lead to a contradiction.
	TrialAndError
	// Extreme counts as the hardest technique of a puzzle that the techniques above do not solve.
	Extreme
	NumTechniques = iota // the number of techniques
)

// techniques holds the names and difficulties of all techniques.
var techniques = [NumTechniques]struct {
	name, title string
	difficulty  Difficulty
}{
	None:             {"none", "none", Easy},
	Singles:          {"singles", "singles", Easy},
	LockedCandidates: {"locked_candidates", "locked candidates", Medium},
	NakedPair:        {"naked_pair", "naked pair", Medium},
	XWing:            {"x_wing", "X-wing", Medium},
	HiddenPair:       {"hidden_pair", "hidden pair", Medium},
	NakedTriple:      {"naked_triple", "naked triple", Medium},
	Swordfish:        {"swordfish", "swordfish", Medium},
	HiddenTriple:     {"hidden_triple", "hidden triple", Medium},
	NakedQuad:        {"naked_quad", "naked quad", Hard},
	Jellyfish:        {"jellyfish", "jellyfish", Hard},
	HiddenQuad:       {"hidden_quad", "hidden quad", Hard},
	Skyscraper:       {"skyscraper", "skyscraper", Hard},
	TwoStringKite:    {"two_string_kite", "2-string kite", Hard},
	TurbotFish:       {"turbot_fish", "turbot fish", Hard},
	XYWing:           {"xy_wing", "XY-wing", Hard},
	XYZWing:          {"xyz_wing", "XYZ-wing", Hard},
	WWing:            {"w_wing", "W-wing", Hard},
	UniqueRectangle:  {"unique_rectangle", "unique rectangle", Hard},
	BUGPlusOne:       {"bug_plus_1", "BUG+1", Hard},
	TrialAndError:    {"trial_and_error", "trial and error", Unfair},
	Extreme:          {"extreme", "extreme", ExtremelyHard},
}

// String returns the name of a technique, in lower case and with underscores.
func (t Technique) String() string { return techniques[t].name }

// Title returns the name of a technique as written in prose.
func (t Technique) Title() string { return techniques[t].title }

// Difficulty returns the difficulty of a technique.
func (t Technique) Difficulty() Difficulty { return techniques[t].difficulty }
