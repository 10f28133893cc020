package parquet

// appendList appends a row of a column of lists. Before each entry, the lists that are deeper than
// its repetition level are closed. Then the lists that its definition level reaches are opened.
func (c *Column) appendList(dst []byte, i int) []byte {
	v, open := int(c.firstValue[i]), 0
	for e := c.firstEntry[i]; e < c.firstEntry[i+1]; e++ {
		def, rep := c.def[e], int(c.rep[e])
		for ; open > rep; open-- {
			dst = append(dst, ']')
		}
		if e > c.firstEntry[i] {
			dst = append(dst, ", "...)
		}
		for open < len(c.lists) && def >= c.lists[open]-1 {
			dst = append(dst, '[')
			open++
			if def < c.lists[open-1] {
				break // an empty list
			}
		}
		switch {
		case def == c.column.MaxDefinitionLevel():
			dst = appendValue(dst, c.column, c.value(v))
			v++
			var n int32
			dst, n = c.appendDigits(dst, e+1, c.firstEntry[i+1], v)
			e, v = e+n, v+int(n)
		case open == 0: // no list at all
		case def >= c.lists[open-1]:
			dst = append(dst, "null"...)
		}
	}
	for ; open > 0; open-- {
		dst = append(dst, ']')
	}
	return dst
}

// appendDigits appends the values of entry e and of the following entries, as long as they are
// single digits and continue the innermost list. v is the index of the first value. appendDigits
// also returns the number of values that it appended.
func (c *Column) appendDigits(dst []byte, e, end int32, v int) ([]byte, int32) {
	if !c.digits {
		return dst, 0
	}
	inner, full := int16(len(c.lists)), c.column.MaxDefinitionLevel()
	rep, def, data := c.rep[e:end], c.def[e:end], c.data[v*c.width:]
	for i, level := range rep {
		if level != inner || def[i] != full {
			return dst, int32(i)
		}
		n := LittleEndian(data, c.width)
		if n > 9 {
			return dst, int32(i)
		}
		dst = append(dst, ',', ' ', '0'+byte(n))
		data = data[c.width:]
	}
	return dst, end - e
}
