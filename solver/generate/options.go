package generate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// MinClues is the lowest number of clues that can be asked for. Removal at random finds
// puzzles with 20 clues once in 30,000 attempts, and those with fewer hardly ever.
const MinClues = 20

// Options say which puzzles are made.
type Options struct {
	Seed uint64
	// PerGrid is how many rows in succession share a solution grid. At least one.
	PerGrid int64
	// Symmetry is that of the pattern of clues.
	Symmetry Symmetry
	// Clues are the numbers of clues wanted. The zero Range removes all clues that can go.
	// With Minimal it selects among the puzzles made that way; otherwise each row has a
	// number of its own, drawn uniformly from those that the symmetry permits, and removal stops there.
	Clues Range
	// Minimal asks for puzzles in which no single clue can go.
	Minimal bool
	// Guesses are the guesses of the solver lanes that are wanted; nil takes all.
	Guesses *Range
	// Difficulty are the difficulties that are wanted; nil takes all.
	Difficulty *Difficulties
}

// Difficulties are two difficulties and all between them.
type Difficulties struct{ From, To ladder.Difficulty }

// Range is two numbers and all between them.
type Range struct{ From, To int }

// contains reports whether the range holds n.
func (r Range) contains(n int) bool { return r.From <= n && n <= r.To }

// ErrNoPuzzle says that a row could not be made.
var ErrNoPuzzle = errors.New("no puzzle was found")

// check refuses options that no puzzle can meet.
func (o *Options) check() error {
	switch {
	case o.PerGrid < 1:
		return fmt.Errorf("a grid must be used at least once, not %d times", o.PerGrid)
	case o.Symmetry >= numSymmetries:
		return fmt.Errorf("there is no symmetry %d", o.Symmetry)
	}
	if c := o.Clues; c != (Range{}) {
		switch {
		case c.From > c.To || c.To > solver.Cells:
			return fmt.Errorf("puzzles cannot have %d to %d clues", c.From, c.To)
		case c.From < MinClues:
			return fmt.Errorf("puzzles of fewer than %d clues are too rare to be found by removing clues at random", MinClues)
		case len(o.targets()) == 0:
			return fmt.Errorf("no pattern with symmetry %s has %d to %d clues", o.Symmetry, c.From, c.To)
		}
	}
	if d := o.Difficulty; d != nil && (d.From < ladder.Easy || d.From > d.To || d.To > ladder.ExtremelyHard) {
		return fmt.Errorf("puzzles cannot be from %s to %s", d.From, d.To)
	}
	if g := o.Guesses; g != nil && (g.From < 0 || g.From > g.To) {
		return fmt.Errorf("a search cannot take %d to %d guesses", g.From, g.To)
	}
	return nil
}

// targets returns the numbers of clues that removal may stop at.
func (o *Options) targets() (targets []int) {
	for n := o.Clues.From; n <= o.Clues.To && n > 0; n++ {
		if o.Symmetry.permits(n) {
			targets = append(targets, n)
		}
	}
	return targets
}

// Symmetry is what maps the pattern of clues of a puzzle to itself.
type Symmetry uint8

// The symmetries.
const (
	None        Symmetry = iota // no symmetry is asked for
	HalfTurn                    // rotation by 180 degrees
	QuarterTurn                 // rotation by 90 degrees
	Mirror                      // reflection of left and right
	Diagonal                    // reflection in the main diagonal
	All                         // all rotations and reflections of a square
	numSymmetries
)

var symmetryNames = [numSymmetries]string{"none", "half-turn", "quarter-turn", "mirror", "diagonal", "all"}

func (s Symmetry) String() string { return symmetryNames[s] }

// SymmetryNames returns the names that ParseSymmetry knows.
func SymmetryNames() []string { return symmetryNames[:] }

// ParseSymmetry returns the symmetry of a name.
func ParseSymmetry(name string) (Symmetry, error) {
	for s, known := range symmetryNames {
		if name == known {
			return Symmetry(s), nil
		}
	}
	return None, fmt.Errorf("there is no symmetry %q; there are: %s", name, strings.Join(symmetryNames[:], ", "))
}

// permits reports whether a pattern of n clues can have the symmetry.
func (s Symmetry) permits(n int) bool {
	// Only the middle cell is mapped to itself by a quarter turn, and all other cells come in
	// fours or eights.
	return s != QuarterTurn && s != All || n%4 <= 1
}

// images returns the cells that the symmetry requires to be treated as a cell is: the next
// in each direction.
func (s Symmetry) images(cell int) []int {
	r, c := cell/9, cell%9
	half, quarter, mirror, diagonal := 9*(8-r)+8-c, 9*c+8-r, 9*r+8-c, 9*c+r
	switch s {
	case HalfTurn:
		return []int{half}
	case QuarterTurn:
		return []int{quarter}
	case Mirror:
		return []int{mirror}
	case Diagonal:
		return []int{diagonal}
	case All:
		return []int{quarter, mirror}
	}
	return nil
}

// orbits divides the cells into sets that are mapped to each other, in the order of their
// first cells.
func (s Symmetry) orbits() (orbits [][]uint8, of [solver.Cells]uint8) {
	seen := [solver.Cells]bool{}
	for cell := range solver.Cells {
		if seen[cell] {
			continue
		}
		seen[cell] = true
		orbit := []uint8{uint8(cell)}
		for i := 0; i < len(orbit); i++ {
			of[orbit[i]] = uint8(len(orbits))
			for _, image := range s.images(int(orbit[i])) {
				if !seen[image] {
					seen[image] = true
					orbit = append(orbit, uint8(image))
				}
			}
		}
		orbits = append(orbits, orbit)
	}
	return orbits, of
}

// AllMinimal reports whether all clues that can go are removed, one by one, so that every
// puzzle is minimal and none is made in another way than the others.
func (o *Options) AllMinimal() bool {
	return o.Symmetry == None && (o.Clues == Range{} || o.Minimal)
}
