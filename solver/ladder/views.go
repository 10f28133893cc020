package ladder

// views holds the candidates of open cells in several forms.
type views struct {
	// The places of each digit: its columns in each row, its rows in each column, and its cells in
	// each box.
	rows, columns, boxes Candidates
	// If digit d+1 has exactly two places in house i of kind k, twice[k][d] includes index 9*i.
	// Kinds 0, 1 and 2 are rows, columns and boxes.
	twice [3]Candidates

	pairs, triples, quads Cells      // cells with two, three and four candidates
	digits                [81]uint16 // the candidates of each cell with two to four candidates
	fresh                 bool       // the views are up to date
}

// look updates the views if necessary, and returns them.
func (l *Ladder) look() *views {
	v := &l.views
	if v.fresh {
		return v
	}
	v.fresh = true
	for d := range l.may {
		open := l.may[d].and(l.open)
		v.rows[d], v.columns[d], v.boxes[d] = open, open.transposed(), open.byBox()
		v.twice[0][d], v.twice[1][d], v.twice[2][d] = open.haveTwo(), v.columns[d].haveTwo(), v.boxes[d].haveTwo()
	}
	in := inSets(&v.rows)
	v.pairs, v.triples, v.quads = in[2].without(in[3]), in[3].without(in[4]), in[4].without(in[5])
	v.digits = [81]uint16{}
	few := in[2].without(in[5])
	for d := range v.rows {
		for left := v.rows[d].and(few); !left.empty(); left = left.Rest() {
			v.digits[left.First()] |= 1 << d
		}
	}
	return v
}

// digitsOf returns the candidates of a cell as a bit set.
func (l *Ladder) digitsOf(cell int) (digits uint16) {
	bit := cellBits[cell]
	for d := range l.may {
		if l.may[d].intersects(bit) {
			digits |= 1 << d
		}
	}
	return digits
}

// transposed returns s with rows and columns exchanged.
func (s Cells) transposed() (t Cells) {
	for i := range 9 {
		f := &spread[s.field(i)]
		t.low |= f.low << i
		t.high |= f.high << i
	}
	return t
}

// spread maps the bits of a row to cells of the first column.
var spread = func() (table [512]Cells) {
	for set := range table {
		for i := range 9 {
			if set>>i&1 != 0 {
				table[set] = table[set].or(cellBit(9 * i))
			}
		}
	}
	return table
}()

// byBox returns s rearranged, so that field i holds the cells of box i.
func (s Cells) byBox() Cells { return Cells{byBox(s.low), byBox(s.high)} }

// byBox rearranges a word of a set of cells (see Cells.byBox). In each band, row r and box b
// intersect in the three bits starting at bit 10*r+3*b. byBox moves these bits to bit 10*b+3*r. The
// masks same, down1 and down2 select the intersections with r-b = 0, 1 and 2.
func byBox(s uint64) uint64 {
	const (
		same  = (7 | 7<<13 | 7<<26) * (1 | 1<<30)
		down1 = (7<<10 | 7<<23) * (1 | 1<<30)
		down2 = 7 << 20 * (1 | 1<<30)
	)
	return s&same | s&down1>>7 | s&down2>>14 | s<<7&down1 | s<<14&down2
}
