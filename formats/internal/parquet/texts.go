package parquet

import (
	"iter"
	"slices"
)

// Texts are the values of rows [Row, End) of a Column, as they are in a page: byte arrays, or all
// null.
type Texts struct {
	Row, End int
	v        *values  // nil for null
	first    int      // index of the first row's value
	indices  []uint32 // of all rows, if v has a dictionary
}

// At returns the value of a row, and nil for null.
func (t *Texts) At(row int) []byte {
	switch {
	case t.v == nil:
		return nil
	case t.v.dict != nil:
		return t.v.dict.at(int(t.indices[row-t.Row]))
	}
	return t.v.at(t.first + row - t.Row)
}

// Strided returns the memory that holds all values, if each has size bytes. They start
// stride bytes apart, the first at the start of data. Else data is nil.
func (t *Texts) Strided(size int) (data []byte, stride int) {
	if t.v == nil || t.v.dict != nil || t.v.width != size || t.Row == t.End {
		return nil, 0
	}
	stride = t.v.stride()
	return t.v.data[t.first*stride+t.v.gap:], stride
}

// Texts yields the values of rows [row, rowEnd) of a column of byte arrays that does not nest,
// straight from the pages: in runs without nulls, and each null by itself. It ends with an error
// if a page is damaged.
func (c *Column) Texts(row, rowEnd int) iter.Seq2[Texts, error] {
	return func(yield func(Texts, error) bool) {
		for i := range c.ranges {
			p := &c.ranges[i]
			if p.row < row || p.rowEnd > rowEnd {
				continue
			}
			err := p.page.decode()
			goOn := true
			if err == nil {
				goOn, err = c.eachRun(p, yield)
			}
			if err != nil {
				yield(Texts{}, p.page.inPage(err))
				return
			}
			if !goOn {
				return
			}
		}
	}
}

// eachRun is Texts for a range whose page is decoded. It reports whether to go on.
func (c *Column) eachRun(p *pageRange, yield func(Texts, error) bool) (bool, error) {
	page, v := p.page, &p.page.values
	c.setColumn(page.chunk.column)
	from, to := page.valuesBefore(p.from), page.valuesBefore(p.to)
	var indices []uint32
	if v.dict != nil && from < to {
		var err error
		if c.indices, err = v.appendIndices(c.indices[:0], from, to); err != nil {
			return false, err
		}
		indices = c.indices
	}
	c.levels = c.levels[:0]
	if to-from < p.to-p.from {
		c.levels = decodeRLE(c.levels, &page.def, p.from, p.to)
	}
	for row := p.row; row < p.rowEnd; row++ {
		n := c.untilNull(row-p.row, p.rowEnd-row)
		if n > 0 {
			run := Texts{Row: row, End: row + n, v: v, first: from}
			if indices != nil {
				run.indices, indices = indices[:n], indices[n:]
			}
			if !yield(run, nil) {
				return false, nil
			}
			row, from = row+n, from+n
		}
		if row < p.rowEnd && !yield(Texts{Row: row, End: row + 1}, nil) {
			return false, nil
		}
	}
	return true, nil
}

// untilNull returns how many of n entries of the current range, from entry i on, are before the
// first null.
func (c *Column) untilNull(i, n int) int {
	if len(c.levels) == 0 {
		return n
	}
	full := c.column.MaxDefinitionLevel()
	if null := slices.IndexFunc(c.levels[i:], func(level int16) bool { return level < full }); null >= 0 {
		return null
	}
	return n
}

// textInPage returns the value of a row that Fill has not copied, and nil for null. The page
// must have been decoded.
func (c *Column) textInPage(row int) []byte {
	for i := range c.ranges {
		p := &c.ranges[i]
		if row < p.row || row >= p.rowEnd {
			continue
		}
		entry := p.from + row - p.row
		at, v := p.page.valuesBefore(entry), &p.page.values
		switch {
		case p.page.valuesBefore(entry+1) == at:
			return nil
		case v.dict != nil:
			return v.dict.at(int(decodeRLE(c.indices[:0], &v.index, at, at+1)[0]))
		}
		return v.at(at)
	}
	return nil
}
