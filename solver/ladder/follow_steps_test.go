package ladder

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// The functions in this file check steps without using the code that finds them.

// step is the text form of a Step.
type step struct {
	Wave      int
	Technique string
	House     string
	Cell      string // where Digit is placed
	Digit     int
	Cells     []string // cells of the pattern
	Digits    []int    // digits of the pattern
	Removed   []string
}

// written returns the text form of s.
func written(s *Step) (w step) {
	w = step{Wave: s.Wave, Technique: s.Name}
	if s.InHouse {
		w.House = s.House.String()
	}
	if s.Digit > 0 {
		w.Cell, w.Digit = cellName(s.Cell), s.Digit
		return w
	}
	for left := s.Cells; left.Len() > 0; left = left.Rest() {
		w.Cells = append(w.Cells, cellName(left.First()))
	}
	for d := range 9 {
		if s.Digits>>d&1 != 0 {
			w.Digits = append(w.Digits, d+1)
		}
		for left := s.Removed[d]; left.Len() > 0; left = left.Rest() {
			w.Removed = append(w.Removed, fmt.Sprintf("%s<>%d", cellName(left.First()), d+1))
		}
	}
	return w
}

func cellName(cell int) string { return fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1) }

// everyDigit has bits 1 to 9 set, one for each digit.
const everyDigit = 0x3fe

// bitOf maps each digit to its bit, and all other characters to 0.
var bitOf = func() (table [256]uint16) {
	for digit := range 9 {
		table['1'+digit] = 2 << digit
	}
	return table
}()

// techniqueOf maps the names of steps to techniques, except for guess and backtrack.
var techniqueOf = func() map[string]Technique {
	all := map[string]Technique{
		"full_house": Singles, "naked_single": Singles, "hidden_single": Singles,
		"pointing": LockedCandidates, "claiming": LockedCandidates,
	}
	for t := NakedPair; t <= TrialAndError; t++ {
		all[t.String()] = t
	}
	return all
}()

// board is a grid that is being solved.
type board struct {
	may    [solver.Cells]uint16 // the candidates: bit d is digit d
	filled [solver.Cells]bool
}

// followSteps checks that each step follows from the grid at the start of the step's wave, and that
// the steps lead to the solution. It returns the rating that results from the steps before the
// first guess.
func followSteps(puzzle, solution *solver.Grid, steps []step) (counted Rating, err error) {
	now := newBoard(puzzle)
	before, wave := *now, 0
	var guesses []guessed
	for i := range steps {
		s := &steps[i]
		technique, isCounted := techniqueOf[s.Technique]
		isCounted = isCounted && counted.Hardest != Extreme
		if s.Wave == wave+1 {
			before, wave = *now, s.Wave
			if isCounted {
				counted.Waves[technique]++
			}
		}
		if s.Wave != wave {
			return counted, fmt.Errorf("step %d (%s) has wave %d, after wave %d", i+1, s.Technique, s.Wave, wave)
		}
		switch s.Technique {
		case "guess":
			counted.Hardest = Extreme
			guesses = append(guesses, guessed{*now, s})
			err = s.guess(now)
		case "backtrack":
			guesses, err = s.backtrack(now, guesses)
			before = *now
		default:
			var changed int32
			if changed, err = s.apply(&before, now); err == nil && changed == 0 {
				err = errors.New("earlier steps of the wave do the same")
			}
			if isCounted {
				counted.Removed[technique] += changed
				counted.Hardest = max(counted.Hardest, technique)
			}
		}
		if err != nil {
			return counted, fmt.Errorf("step %d (%s): %w", i+1, s.Technique, err)
		}
	}
	for cell := range now.may {
		if !now.filled[cell] || now.may[cell] != bitOf[solution[cell]] {
			return counted, fmt.Errorf("the steps do not lead to the solution in %s", cellName(cell))
		}
	}
	return counted, nil
}

func newBoard(puzzle *solver.Grid) *board {
	b := new(board)
	for cell := range b.may {
		b.may[cell] = everyDigit
	}
	for cell, clue := range puzzle {
		if bitOf[clue] != 0 {
			b.fill(cell, bitOf[clue])
		}
	}
	return b
}

// fill fills cell with the digit that bit represents.
func (b *board) fill(cell int, bit uint16) {
	for other := range b.may {
		if other != cell && sees(other, cell) {
			b.may[other] &^= bit
		}
	}
	b.may[cell] &= bit
	b.filled[cell] = true
}

// apply applies s to current. start is the grid at the start of the wave. If s does not follow from
// that grid, apply returns an error. changed counts the cells filled or the candidates removed in
// current.
func (s *step) apply(start, current *board) (changed int32, err error) {
	if s.Cell != "" {
		cell, err := parseCell(s.Cell)
		if err == nil && !s.isSingle(start, cell) {
			err = fmt.Errorf("%d is not a single in %s", s.Digit, s.Cell)
		}
		if err != nil || current.filled[cell] {
			return 0, err
		}
		current.fill(cell, 1<<s.Digit)
		return 1, nil
	}
	p, err := s.pattern(start)
	if err != nil {
		return 0, err
	}
	if len(s.Removed) == 0 {
		return 0, errors.New("it removes nothing")
	}
	for _, text := range s.Removed {
		name, digit, _ := strings.Cut(text, "<>")
		cell, err := parseCell(name)
		if err != nil || len(digit) != 1 || bitOf[digit[0]] == 0 {
			return 0, fmt.Errorf("%q is not a candidate", text)
		}
		bit := bitOf[digit[0]]
		if start.may[cell]&bit == 0 || start.filled[cell] || !p.removes(start, cell, bit) {
			return 0, fmt.Errorf("%s does not follow", text)
		}
		if current.may[cell]&bit != 0 {
			changed++
		}
		current.may[cell] &^= bit
	}
	return changed, nil
}

// isSingle reports whether cell is a single with the digit, house and name of s.
func (s *step) isSingle(b *board, cell int) bool {
	if s.Digit < 1 || s.Digit > 9 || b.filled[cell] || b.may[cell]>>s.Digit&1 == 0 {
		return false
	}
	if s.Technique == "naked_single" {
		return b.may[cell] == 1<<s.Digit
	}
	house := houseNumber(s.House)
	if house < 0 || !slices.Contains(plainHouses[house], cell) {
		return false
	}
	for _, other := range plainHouses[house] {
		switch {
		case other == cell:
		case s.Technique == "full_house" && !b.filled[other],
			s.Technique == "hidden_single" && b.may[other]>>s.Digit&1 != 0:
			return false
		}
	}
	return s.Technique == "full_house" || s.Technique == "hidden_single"
}

// contradicts reports whether singles lead to a contradiction once a digit is placed in a cell. For
// a unique rectangle, corners holds its cells, and pair holds its digits. If all candidates of the
// corners are in pair, this is also a contradiction, because the two digits could be swapped.
func (b *board) contradicts(cell int, bit uint16, corners []int, pair uint16) bool {
	trial := *b
	trial.fill(cell, bit)
	return trial.leadsToWrong(corners, pair)
}

// isWrong reports whether singles lead to a contradiction.
func (b *board) isWrong() bool {
	trial := *b
	return trial.leadsToWrong(nil, 0)
}

// leadsToWrong places singles, and reports whether they lead to a contradiction. For corners and
// pair, see board.contradicts.
func (b *board) leadsToWrong(corners []int, pair uint16) bool {
	for {
		isDeadly := len(corners) > 0
		for _, c := range corners {
			isDeadly = isDeadly && b.may[c]&^pair == 0
		}
		cell, bit, wrong := b.single()
		switch {
		case wrong || isDeadly:
			return true
		case cell < 0:
			return false
		}
		b.fill(cell, bit)
	}
}

// single returns the cell of a single, and its digit as a bit. cell is -1 if there is no single.
// wrong is true if a cell has no candidates, or if a house has no place for a digit.
func (b *board) single() (cell int, bit uint16, wrong bool) {
	cell = -1
	for c, may := range b.may {
		switch {
		case may == 0:
			return -1, 0, true
		case may&(may-1) == 0 && !b.filled[c]:
			cell, bit = c, may
		}
	}
	for _, house := range plainHouses {
		var once, twice uint16
		for _, c := range house {
			twice |= once & b.may[c]
			once |= b.may[c]
		}
		if once != everyDigit {
			return -1, 0, true
		}
		for _, c := range house {
			if only := b.may[c] &^ twice; only != 0 && !b.filled[c] {
				cell, bit = c, only&-only
			}
		}
	}
	return cell, bit, false
}

func parseCell(name string) (int, error) {
	if len(name) == 4 && name[0] == 'r' && name[2] == 'c' && bitOf[name[1]] != 0 && bitOf[name[3]] != 0 {
		return 9*int(name[1]-'1') + int(name[3]-'1'), nil
	}
	return 0, fmt.Errorf("%q is not a cell", name)
}

var numberOfHouse = func() map[string]int {
	all := map[string]int{}
	for house := range plainHouses {
		all[solver.House(house).String()] = house
	}
	return all
}()

// houseNumber returns the number of the house with the given name, or -1 if there is none.
func houseNumber(name string) int {
	if house, found := numberOfHouse[name]; found {
		return house
	}
	return -1
}
