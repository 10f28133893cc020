package parquet

import "github.com/gridmill/gridmill/formats/option"

// pageRange represents entries [from, to) of a page. rowEnd is the index after the range's last
// row, which may continue in the next range.
type pageRange struct {
	page     *inputPage
	from, to int
	rowEnd   int
}

func (c *Column) add(page *inputPage, from, to, rowEnd int) {
	page.hold()
	c.ranges = append(c.ranges, pageRange{page, from, to, rowEnd})
}

// Fill calls the Fill method of each column. It proceeds in row order, so that it returns the error
// of the first damaged row, regardless of where batches end. Callers must first call Take for every
// column, with the same row counts for each.
func Fill(columns []Column, rowEnd int) error {
	first := &columns[0]
	for first.filled < len(first.ranges) && first.ranges[first.filled].rowEnd <= rowEnd {
		taken := first.ranges[first.filled].rowEnd
		for i := range columns {
			if err := columns[i].Fill(taken); err != nil {
				return err
			}
		}
	}
	return nil
}

// Fill copies values from the pages until the Column has the values of all rows before rowEnd.
func (c *Column) Fill(rowEnd int) error {
	for ; c.filled < len(c.ranges) && c.ranges[c.filled].rowEnd <= rowEnd; c.filled++ {
		p := &c.ranges[c.filled]
		if err := RecoverDamage(func() error { return c.copyRange(p) }); err != nil {
			return p.page.inPage(err)
		}
	}
	return nil
}

// copyRange decodes the page of a range and appends the values of the range.
func (c *Column) copyRange(p *pageRange) error {
	page := p.page
	if err := page.decode(); err != nil {
		return err
	}
	c.setColumn(page.chunk.column, page.chunk.limits)
	if len(c.def)+p.to-p.from > c.limits.Entries {
		return option.Errorf(option.Batch, "a batch of its rows exceeds the limit of %d values", c.limits.Entries)
	}
	if c.column.MaxDefinitionLevel() > 0 {
		c.def = decodeRLE(c.def, &page.def, p.from, p.to)
	}
	if IsNested(c.column) {
		c.rep = decodeRLE(c.rep, &page.rep, p.from, p.to)
	}
	c.addRows(p.to - p.from)
	return c.copyValues(&page.values, page.valuesBefore(p.from), page.valuesBefore(p.to))
}

// addRows records where rows start among the last n entries. The next call may extend the last row.
func (c *Column) addRows(n int) {
	last := len(c.firstEntry) - 1
	entry, value := c.firstEntry[last], c.firstValue[last]
	end := entry + int32(n)
	entries := c.firstEntry[:last]
	if IsNested(c.column) {
		for i, level := range c.rep[entry:end] {
			if level == 0 {
				entries = append(entries, entry+int32(i))
			}
		}
	} else {
		for i := range int32(n) {
			entries = append(entries, entry+i)
		}
	}
	entries = append(entries, end)
	values, full := c.firstValue[:last], c.column.MaxDefinitionLevel()
	for _, next := range entries[last:] {
		for ; entry < next; entry++ {
			if full == 0 || c.def[entry] == full {
				value++
			}
		}
		values = append(values, value)
	}
	c.firstEntry, c.firstValue = entries, values
}

// copyValues appends values [from, to) of a page.
func (c *Column) copyValues(v *values, from, to int) (err error) {
	switch {
	case from == to:
	case v.dict != nil:
		for ; from < to && err == nil; from += indicesAtOnce {
			err = c.copyIndexed(v, from, min(from+indicesAtOnce, to))
		}
	case c.width > 0:
		if err = c.checkRoom((to - from) * c.width); err == nil {
			c.data = append(c.data, v.data[from*c.width:to*c.width]...)
		}
	default:
		err = c.checkRoom(int(v.ends[to]-v.ends[from]) - (to-from)*v.gap)
		for ; from < to && err == nil; from++ {
			c.addValue(v.at(from))
		}
	}
	return err
}

// addValue appends a value in PLAIN encoding.
func (c *Column) addValue(value []byte) {
	if c.width > 0 {
		c.data = append(c.data, value...)
		return
	}
	c.data = appendPlain(c.data, value)
	c.ends = append(c.ends, int32(len(c.data)))
}

// checkRoom returns an error if there is no room for the given number of additional bytes.
func (c *Column) checkRoom(bytes int) error {
	if len(c.data)-(len(c.ends)-1)*lengthBytes+bytes > c.limits.Bytes {
		return option.Errorf(option.Batch, "a batch of its values exceeds the limit of %d bytes", c.limits.Bytes)
	}
	return nil
}
