package formats

import "github.com/gridmill/gridmill/formats/option"

// gather adds rows [from, to) of a batch to the open pages, which end where the data
// set's number of rows is a multiple of SectionRows, or with the row that makes them
// heavy. So the first pages are shorter where the file begins in the midst of one.
func (w *parquetWriter) gather(b *Batch, from, to int) error {
	for from < to {
		w.beginOpen()
		left := SectionRows - int((b.First+int64(from))&(SectionRows-1))
		n, heavy := w.fitting(b, from, min(to-from, left))
		w.add(w.open, b, from, from+n)
		from += n
		for i := range w.open {
			if err := w.checkSize(i, w.open[i].rows, len(w.open[i].values)); err != nil {
				return err
			}
		}
		if n == left || heavy {
			if err := w.closeOpen(); err != nil {
				return err
			}
		}
	}
	return nil
}

// fitting returns how many of n rows the open pages take before they are heavy, and
// whether they are then. That depends on the rows alone, and not on the batches that they
// come in.
func (w *parquetWriter) fitting(b *Batch, from, n int) (rows int, heavy bool) {
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

// beginOpen makes sure that there are open pages.
func (w *parquetWriter) beginOpen() {
	if w.open != nil {
		return
	}
	w.open = w.takePages()
	for i, pages := range w.group {
		size := 0
		if n := len(pages); n > 0 {
			size = len(pages[n-1].memory)
		}
		w.openSealed[i] = sealedPage{memory: w.memory.take(i, size)}
	}
	w.open.begin(w.openSealed)
}

// closeOpen ends the open pages.
func (w *parquetWriter) closeOpen() error {
	w.open.finish()
	w.open.seal(w.openSealed)
	w.memory.giveGrowing(w.open)
	w.open, w.openBytes = nil, 0
	return w.push(w.openSealed)
}

// push adds complete pages to the row group at hand, and writes that when it is full.
func (w *parquetWriter) push(sealed []sealedPage) error {
	for i := range sealed {
		p := &sealed[i]
		if err := w.checkSize(i, p.rows, p.uncompressed); err != nil {
			return err
		}
		w.held += len(p.body)
		w.group[i] = append(w.group[i], *p)
	}
	if len(w.group[0]) < w.groupSize && w.held < w.maxHeld {
		return nil
	}
	return w.writeGroup()
}

// checkSize refuses a page of a column of more bytes than a page may take that is read.
func (w *parquetWriter) checkSize(column, rows, bytes int) error {
	if bytes <= maxPageBytes {
		return nil
	}
	return option.Errorf(option.Keep, "column %q: its values are too long for Parquet (%d bytes in %d rows)",
		w.schema.Column(column).Path(), bytes, rows)
}
