package formats

import (
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/compress"
)

// textWriter writes rows that workers format as text.
//
// Compressed text is a sequence of independent gzip members or zstd frames: one for the header, and
// one or more for each section of rows (see memberBytes). Each worker compresses the sections that
// lie entirely within its batch. The textWriter compresses the sections that span several batches.
type textWriter struct {
	out        io.Writer
	compressor compress.Compressor // nil if the text is not compressed
	footer     string              // text after the last row
	rows       rowFormatter

	open    []byte // uncompressed text of the current section
	ready   []byte // header or compressed members that flush will write
	started bool   // whether flush has written anything
}

// A rowFormatter appends the text of rows [from, to) in a batch.
type rowFormatter func(dst []byte, b *Batch, from, to int) []byte

// memberBytes is the maximum size of text that is compressed as a unit. It limits memory use.
const memberBytes = 4 << 20

// NewRowWriter returns a Writer that writes only the bytes that appendRow appends for each row.
func NewRowWriter(out io.Writer, appendRow func(dst []byte, b *Batch, i int) []byte) Writer {
	return &textWriter{out: out, rows: func(dst []byte, b *Batch, from, to int) []byte {
		for i := from; i < to; i++ {
			dst = appendRow(dst, b, i)
		}
		return dst
	}}
}

// newTextWriter returns a Writer of text that starts with a header and ends with a footer. The
// extension of name determines the compression.
func newTextWriter(out io.Writer, name, header string, rows rowFormatter, footer string) (*textWriter, error) {
	compressor, err := compress.NewCompressor(name)
	if err != nil {
		return nil, err
	}
	w := &textWriter{out: out, compressor: compressor, rows: rows, footer: footer}
	if compressor == nil {
		w.ready = []byte(header)
	} else {
		w.gather([]byte(header))
		w.closeOpen()
	}
	return w, nil
}

// textBlock is the text of a batch. head holds the rows that complete an earlier section,
// compressed holds whole sections, and tail holds the rows that start another section. Without
// compression, head holds all rows.
type textBlock struct {
	head, compressed, tail []byte
	section                []byte
}

func (w *textWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	block := Reused[textBlock](reuse)
	block.compressed, block.tail = block.compressed[:0], block.tail[:0]
	if w.compressor == nil {
		block.head = w.rows(block.head[:0], b, 0, b.Len())
		return block, nil
	}
	row, n := b.wholeSections()
	block.head = w.rows(block.head[:0], b, 0, row)
	for range n {
		block.section = w.rows(block.section[:0], b, row, row+SectionRows)
		for text := range slices.Chunk(block.section, memberBytes) {
			block.compressed = w.compressor(block.compressed, text)
		}
		row += SectionRows
	}
	block.tail = w.rows(block.tail, b, row, b.Len())
	return block, nil
}

func (w *textWriter) Write(b *Batch, e Encoded) error {
	block := e.(*textBlock)
	if w.compressor == nil {
		return w.flush(block.head)
	}
	w.gather(block.head)
	if row, _ := b.wholeSections(); (b.First+int64(row))%SectionRows == 0 {
		w.closeOpen()
	}
	w.ready = append(w.ready, block.compressed...)
	return w.add(block.tail)
}

// add adds text to the current section, and writes the members that are complete.
func (w *textWriter) add(text []byte) error {
	if w.compressor == nil {
		return w.flush(text)
	}
	w.gather(text)
	return w.flush(nil)
}

// gather adds text to the current section. It compresses the section in units of memberBytes.
func (w *textWriter) gather(text []byte) {
	w.open = append(w.open, text...)
	done := 0
	for ; len(w.open)-done >= memberBytes; done += memberBytes {
		w.ready = w.compressor(w.ready, w.open[done:done+memberBytes])
	}
	w.open = slices.Delete(w.open, 0, done)
}

func (w *textWriter) closeOpen() {
	if len(w.open) > 0 {
		w.ready = w.compressor(w.ready, w.open)
		w.open = w.open[:0]
	}
}

func (w *textWriter) flush(text []byte) error {
	for _, bytes := range [][]byte{w.ready, text} {
		if len(bytes) > 0 {
			w.started = true
			if _, err := w.out.Write(bytes); err != nil {
				return err
			}
		}
	}
	w.ready = w.ready[:0]
	return nil
}

func (w *textWriter) Close() error {
	if err := w.add([]byte(w.footer)); err != nil || w.compressor == nil {
		return err
	}
	w.closeOpen()
	if !w.started && len(w.ready) == 0 {
		w.ready = w.compressor(w.ready, nil) // a compressed file must have at least one member
	}
	return w.flush(nil)
}
