package ladder

// kept holds the effect of locked candidates on a digit in a chute (a band or a stack). The lines
// and boxes of a chute meet in nine intersections. The index is the set of intersections with
// places for the digit, and the element is the set of intersections that keep places. Bit
// 3*line+box of a set is the intersection of a line and a box.
var kept = func() (table [512]uint16) {
	for set := range table {
		table[set] = uint16(set)
		for line := range 3 {
			for box := range 3 {
				here := 1 << (3*line + box)
				inLine, inBox := set>>(3*line)&7, set>>box&0o111
				// In claiming, the line's places for a digit are all in this box. In pointing, the
				// box's places for a digit are all in this line.
				if inLine == 1<<box {
					table[set] &^= uint16(0o111<<box) &^ uint16(here)
				}
				if inBox == 0o1<<(3*line) {
					table[set] &^= uint16(7<<(3*line)) &^ uint16(here)
				}
			}
		}
	}
	return table
}()

// bandCells maps a set of intersections of the first band to the cells in them. stackColumns maps a
// set of intersections of the first stack to columns, in the form returned by Cells.columns.
var bandCells, stackColumns [512]uint64

func init() {
	for set := range 512 {
		for line := range 3 {
			for box := range 3 {
				if set>>(3*line+box)&1 != 0 {
					bandCells[set] |= 7 << (10*line + 3*box)
					stackColumns[set] |= 1 << (line + [3]int{0, 30, 10}[box])
				}
			}
		}
	}
}

func (l *Ladder) locked() bool {
	for d := range l.may {
		l.removed[d] = l.may[d].and(l.open).without(l.may[d].unlocked())
	}
	if l.watch.each != nil {
		l.eachLocked(l.explainLocked)
	}
	return l.removed != Candidates{}
}

// eachLocked calls do(digit, first, second) for each digit whose places in one house, first, are
// all in another house, second. One of the houses is a box, and the other is a line. The digit has
// at least one place in first, and at least one other place in second.
func (l *Ladder) eachLocked(do func(digit, first, second int)) {
	for d := range l.may {
		may := l.may[d].and(l.open)
		if may.within(l.may[d].unlocked()) {
			continue // this fast test shows that nothing is locked
		}
		for box := 18; box < 27; box++ {
			inBox := may.and(houses[box])
			for line := range 18 {
				inLine := may.and(houses[line])
				switch both := inBox.and(inLine); {
				case both.empty() || inBox == inLine:
				case both == inBox:
					do(d, box, line)
				case both == inLine:
					do(d, line, box)
				}
			}
		}
	}
}

// unlocked returns the cells of s that remain after locked candidates are applied. s is the set of
// places for a digit.
func (s Cells) unlocked() Cells {
	// In low and high, the first bit of an intersection is set if s has a cell of the intersection.
	low, high := s.low|s.low>>1|s.low>>2, s.high|s.high>>1|s.high>>2
	rest := Cells{
		bandCells[kept[placesInBand(low)]] | bandCells[kept[placesInBand(low>>30)]]<<30,
		bandCells[kept[placesInBand(high)]],
	}
	columns, _ := s.columns()
	left := uint64(0)
	for stack := 0; stack < 9; stack += 3 {
		left |= stackColumns[kept[placesInStack(columns>>stack)]] << stack
	}
	return rest.and(inBands(left))
}

// placesInBand returns a set of intersections of a band, as an index into kept. An intersection is
// in the set if the bit of its first cell is 1 in word. Bits from 30 on are ignored.
func placesInBand(word uint64) uint64 {
	word &= 0o111 * fields3
	word = (word | word>>2 | word>>4) & (7 * fields3)
	return (word | word>>7 | word>>14) & 0x1ff
}

// placesInStack returns those intersections of the first stack that have a bit set in columns. The
// argument has the layout of the results of Cells.columns.
func placesInStack(columns uint64) uint64 {
	return uint64(stackPlaces[columns&7|columns>>7&0o70|columns>>24&0o700])
}

// stackPlaces is the table for placesInStack. Its index has three bits per band, one for each
// column of the stack. From the lowest bits up, the order of the bands is first, third, second.
var stackPlaces = func() (table [512]uint16) {
	for set := range table {
		for i, band := range [3]int{0, 2, 1} {
			for line := range 3 {
				table[set] |= uint16(set>>(3*i+line)&1) << (3*line + band)
			}
		}
	}
	return table
}()
