package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// Symmetry is a kind of symmetry that a pattern of clues can have.
type Symmetry uint8

// The symmetries.
const (
	None        Symmetry = iota // any pattern
	HalfTurn                    // rotation by 180 degrees
	QuarterTurn                 // rotation by 90 degrees
	Mirror                      // reflection that swaps left and right
	Diagonal                    // reflection in the main diagonal
	All                         // all rotations and reflections of a square
	numSymmetries
)

var symmetryNames = [numSymmetries]string{"none", "half-turn", "quarter-turn", "mirror", "diagonal", "all"}

func (s Symmetry) String() string { return symmetryNames[s] }

// SymmetryNames returns the names that ParseSymmetry accepts.
func SymmetryNames() []string { return symmetryNames[:] }

// ParseSymmetry returns the symmetry with the given name.
func ParseSymmetry(name string) (Symmetry, error) {
	s := slices.Index(symmetryNames[:], name)
	if s < 0 {
		return None, fmt.Errorf("unknown symmetry %q; choose one of: %s", name, strings.Join(symmetryNames[:], ", "))
	}
	return Symmetry(s), nil
}

// permits reports whether a pattern of n clues can have the symmetry.
func (s Symmetry) permits(n int) bool {
	// A quarter turn maps only the middle cell to itself. All other cells form orbits of four
	// or eight.
	return s != QuarterTurn && s != All || n%4 <= 1
}

// moved returns the cells to which the generators of the symmetry group move the given cell.
// Applying moved repeatedly finds the whole orbit.
func (s Symmetry) moved(cell int) []int {
	r, c := cell/9, cell%9
	half, quarter, mirror, diagonal := 9*(8-r)+8-c, 9*c+8-r, 9*r+8-c, 9*c+r
	return [numSymmetries][]int{
		HalfTurn: {half}, QuarterTurn: {quarter}, Mirror: {mirror}, Diagonal: {diagonal}, All: {quarter, mirror},
	}[s]
}

// orbits returns the orbits of the symmetry, in the order of their first cells, and the index of
// each cell's orbit.
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
			for _, other := range s.moved(int(orbit[i])) {
				if !seen[other] {
					seen[other] = true
					orbit = append(orbit, uint8(other))
				}
			}
		}
		orbits = append(orbits, orbit)
	}
	return orbits, of
}
