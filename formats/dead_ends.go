package formats

// deadEnds remembers fields from which no row ends where it may: their quotes do
// not match, or it would be too long. A row that comes upon one of them needs not
// be followed further. Without this, many stray quotes would cost a look through a
// megabyte each.
//
// A row that meets the field of an earlier one, which was too long, is taken to be
// too long itself, though it begins later. Only a row that is nearly as long as
// rows may be, and stands behind a stray quote, can tell the difference.
type deadEnds struct {
	bits []uint64 // one for each byte of a ring; nil until there is a first
	from int64    // where the ring begins in the text
	last int64    // the last place that is in it
}

// deadEndRing is how many bytes of text the ring covers: more than a row may have.
const deadEndRing = 2 * maxRow

// add notes the fields that begin at starts, counted from the row at at.
func (d *deadEnds) add(at int64, starts []uint32) {
	if len(starts) == 0 {
		return
	}
	if d.bits == nil {
		d.bits = make([]uint64, deadEndRing/64)
		d.from = at
	}
	d.forget(at)
	for _, start := range starts {
		bit := uint64(at+int64(start)) % deadEndRing
		d.bits[bit/64] |= 1 << (bit % 64)
	}
	d.last = max(d.last, at+int64(starts[len(starts)-1]))
}

// has reports whether the field that begins at a place is one of them.
func (d *deadEnds) has(place int64) bool {
	if d.bits == nil || place < d.from || place > d.last {
		return false
	}
	bit := uint64(place) % deadEndRing
	return d.bits[bit/64]>>(bit%64)&1 == 1
}

// forget clears what stands before a place, to which no row comes back.
func (d *deadEnds) forget(before int64) {
	for ; d.from < before && d.from <= d.last; d.from++ {
		bit := uint64(d.from) % deadEndRing
		d.bits[bit/64] &^= 1 << (bit % 64)
	}
	d.from = max(d.from, before)
}
