package layout

// findNumbers finds out how digits are counted where -1 stands for blanks: from 0 to 8, as networks
// have them, or from 1 to 9. Where that is not certain, such cells are none.
func (c *columns) findNumbers(rows [][][]byte) {
	minus, zero, nine := false, false, false
	for _, row := range rows {
		for _, field := range row {
			minus = minus || string(field) == "-1"
			zero = zero || string(field) == "0"
			nine = nine || string(field) == "9"
		}
	}
	c.minus = minus && zero != nine
	c.fromZero = c.minus && zero
}

// countedFromOne returns the fields of a grid with -1 for blanks as those of others.
func (c *columns) countedFromOne(fields [][]byte) [][]byte {
	const next = "123456789:" // what follows 9 is no cell
	c.counted = c.counted[:0]
	for _, field := range fields {
		switch {
		case string(field) == "-1":
			field = nil
		case c.fromZero && len(field) == 1 && field[0]-'0' <= 9:
			field = []byte(next[field[0]-'0':][:1])
		}
		c.counted = append(c.counted, field)
	}
	return c.counted
}
