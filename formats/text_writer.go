package formats

import (
	"io"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/compress"
)

// textWriter writes rows that workers format as text.
//
// Compressed text is a sequence of independent gzip members or zstd frames. The header is a member
// of its own, and so is each section of rows. A section whose text is longer than memberBytes is
// divided into several members. Workers compress the sections that lie entirely in their batch. The
// textWriter compresses the sections that span several batches.
type textWriter struct {
	out        io.Writer
	compressor compress.Compressor // nil if the text is not compressed
	header     string              // text before the first row; empty once it is written
	footer     string              // text after the last row
	rows       rowFormatter

	open       []byte // unwritten text of the current section
	compressed []byte // buffer for a compressed member
	started    bool   // whether at least one compressed member has been written
}

// A rowFormatter appends the text of rows [from, to) in a batch.
type rowFormatter func(dst []byte, b *Batch, from, to int) []byte

// memberBytes is the maximum size of text that is compressed as a unit. It limits the memory that
// long rows take.
const memberBytes = 4 << 20

// NewRowWriter returns a Writer that writes only the bytes that appendRows appends for each batch.
func NewRowWriter(out io.Writer, appendRows func(dst []byte, b *Batch) []byte) Writer {
	return &textWriter{out: out, rows: func(dst []byte, b *Batch, _, _ int) []byte { return appendRows(dst, b) }}
}

// newTextWriter returns a Writer of text that starts with a header and ends with a footer. The
// extension of name determines the compression.
func newTextWriter(out io.Writer, name, header string, rows rowFormatter, footer string) (*textWriter, error) {
	compressor, err := compress.NewCompressor(name)
	if err != nil {
		return nil, err
	}
	return &textWriter{out: out, compressor: compressor, header: header, rows: rows, footer: footer}, nil
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
	if err := w.writeHeader(); err != nil {
		return err
	}
	block := e.(*textBlock)
	if err := w.gather(block.head); err != nil || w.compressor == nil {
		return err
	}
	if row, _ := b.wholeSections(); (b.First+int64(row))%SectionRows == 0 {
		if err := w.closeOpen(); err != nil {
			return err
		}
	}
	if len(block.compressed) > 0 {
		w.started = true
		if _, err := w.out.Write(block.compressed); err != nil {
			return err
		}
	}
	return w.gather(block.tail)
}

// gather adds text to the current section. Whenever memberBytes bytes of the section are unwritten,
// it writes them as a member. Without compression, it writes the text immediately.
func (w *textWriter) gather(text []byte) error {
	if w.compressor == nil {
		_, err := w.out.Write(text)
		return err
	}
	w.open = append(w.open, text...)
	done := 0
	for ; len(w.open)-done >= memberBytes; done += memberBytes {
		if err := w.writeMember(w.open[done : done+memberBytes]); err != nil {
			return err
		}
	}
	w.open = slices.Delete(w.open, 0, done)
	return nil
}

// closeOpen ends the current section and writes its remaining text.
func (w *textWriter) closeOpen() error {
	if len(w.open) == 0 {
		return nil
	}
	err := w.writeMember(w.open)
	w.open = w.open[:0]
	return err
}

func (w *textWriter) writeMember(text []byte) error {
	w.compressed = w.compressor(w.compressed[:0], text)
	w.started = true
	_, err := w.out.Write(w.compressed)
	return err
}

func (w *textWriter) Close() error {
	if err := w.writeHeader(); err != nil {
		return err
	}
	if err := w.gather([]byte(w.footer)); err != nil {
		return err
	}
	if err := w.closeOpen(); err != nil || w.compressor == nil || w.started {
		return err
	}
	// A compressed file must contain at least one member to be valid.
	return w.writeMember(nil)
}

func (w *textWriter) writeHeader() error {
	if w.header == "" {
		return nil
	}
	header := w.header
	w.header = ""
	if err := w.gather([]byte(header)); err != nil {
		return err
	}
	return w.closeOpen()
}
