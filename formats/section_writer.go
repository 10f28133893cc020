package formats

// sectionFormat is a format that stores rows in sections, column by column. G is the type of a
// section while rows are added, and E is the type of an encoded section. Any goroutine can create,
// fill and encode sections, but only one goroutine calls Write and Close.
type sectionFormat[G, E any] interface {
	newSection() G
	add(section G, b *Batch, from, to int) error
	// encode encodes a section. The section must not be used afterwards.
	encode(section G) (E, error)
	// Write writes an encoded section. Sections are written in the order of their rows.
	Write(encoded E) error
	Close() error
}

// sectionBytes is the number of input bytes at which a section ends early. It limits memory use.
const sectionBytes = 8 << 20

// sectionWriter is a Writer for a sectionFormat. Workers encode sections that lie in one batch and
// are not heavy (see isHeavy). Other rows are added to the open section until it is complete.
type sectionWriter[G, E any] struct {
	format sectionFormat[G, E]

	open      G // the section to which Write adds rows in order
	isOpen    bool
	openBytes int // size of the open section's rows, in input bytes
}

// sectioned returns a Writer for a format. If err is not nil, it returns err instead.
func sectioned[G, E any](f sectionFormat[G, E], err error) (Writer, error) {
	if err != nil {
		return nil, err
	}
	return &sectionWriter[G, E]{format: f}, nil
}

// isHeavy reports whether rows [from, from+SectionRows) take up at least sectionBytes bytes.
func isHeavy(b *Batch, from int) bool { return b.bytesOf(from, from+SectionRows) >= sectionBytes }

// Encode returns an element for each whole section of a batch: the encoded section, or a zero value
// if the section is heavy. Write encodes heavy sections.
func (w *sectionWriter[G, E]) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	sections := Reused[[]E](reuse)
	*sections = (*sections)[:0]
	first, n := b.wholeSections()
	for i := range n {
		var encoded E
		if from := first + i*SectionRows; !isHeavy(b, from) {
			section := w.format.newSection()
			err := w.format.add(section, b, from, from+SectionRows)
			if err == nil {
				encoded, err = w.format.encode(section)
			}
			if err != nil {
				return sections, err
			}
		}
		*sections = append(*sections, encoded)
	}
	return sections, nil
}

func (w *sectionWriter[G, E]) Write(b *Batch, encoded Encoded) error {
	sections := *encoded.(*[]E)
	from, _ := b.wholeSections()
	err := w.gather(b, 0, from)
	for i := 0; i < len(sections) && err == nil; i++ {
		if isHeavy(b, from) {
			err = w.gather(b, from, from+SectionRows)
		} else {
			err = w.format.Write(sections[i])
		}
		from += SectionRows
	}
	if err != nil {
		return err
	}
	clear(sections) // w.format now owns the encoded sections
	return w.gather(b, from, b.Len())
}

func (w *sectionWriter[G, E]) Close() error {
	if w.isOpen {
		if err := w.closeOpen(); err != nil {
			return err
		}
	}
	return w.format.Close()
}

// gather adds rows [from, to) of a batch to the open section. The section ends where the row number
// in the data set is a multiple of SectionRows, or earlier if its rows reach sectionBytes.
func (w *sectionWriter[G, E]) gather(b *Batch, from, to int) (err error) {
	for from < to && err == nil {
		if !w.isOpen {
			w.open, w.isOpen = w.format.newSection(), true
		}
		left := SectionRows - int((b.First+int64(from))&(SectionRows-1))
		n, full := w.fitting(b, from, min(to-from, left))
		if err := w.format.add(w.open, b, from, from+n); err != nil {
			return err
		}
		from += n
		if n == left || full {
			err = w.closeOpen()
		}
	}
	return err
}

// fitting returns how many of the rows [from, from+n) belong to the open section, and adds their
// size to w.openBytes. full reports whether the section then reaches sectionBytes.
func (w *sectionWriter[G, E]) fitting(b *Batch, from, n int) (rows int, full bool) {
	if bytes := b.bytesOf(from, from+n); w.openBytes+bytes < sectionBytes {
		w.openBytes += bytes
		return n, false
	}
	for rows = 1; ; rows++ {
		if w.openBytes += b.bytesOf(from+rows-1, from+rows); w.openBytes >= sectionBytes {
			return rows, true
		}
	}
}

func (w *sectionWriter[G, E]) closeOpen() error {
	section := w.open
	var none G
	w.open, w.isOpen, w.openBytes = none, false, 0
	encoded, err := w.format.encode(section)
	if err != nil {
		return err
	}
	return w.format.Write(encoded)
}
