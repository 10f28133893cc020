package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// fileOptions says how a file is written.
type fileOptions struct {
	compression string     // zstd, snappy or none
	createdBy   string     // what the file says of its writer
	key, value  string     // of what it says besides, unless the value is empty
	words       [][]string // for each column its distinct values, if they are few and known
	// literalLength is the length of byte arrays in which looking for repeats is in vain.
	literalLength int
	// A row group ends when it has so many pages of each column, or when they take so many
	// bytes. It is held in memory until then, since a column's pages stand together in it.
	groupPages, groupBytes int
}

// fileWriter writes a file.
type fileWriter struct {
	sink       *tellingWriter
	options    fileOptions
	compressor *compressor
	columns    []fileColumn
	footer     *metadata.FileMetaDataBuilder
	memory     *writerMemory
	group      []*encodedPages // of the current row group
	groupBytes int             // in them
	header     []byte          // of the page that is written
	rows       int64           // of the row groups before
	started    bool
}

// fileColumn is a column of a file.
type fileColumn struct {
	*schema.Column
	dictionary *dictionary // that the values are indices into; else nil
}

// newFileWriter returns a writer of a file to w.
func newFileWriter(w io.Writer, s *schema.Schema, o fileOptions) (*fileWriter, error) {
	c, err := newCompressor(o.compression)
	if err != nil {
		return nil, err
	}
	about := metadata.NewKeyValueMetadata()
	if o.value != "" {
		if err := about.Append(o.key, o.value); err != nil {
			return nil, err
		}
	}
	properties := parquet.NewWriterProperties(
		parquet.WithDictionaryDefault(false),
		parquet.WithEncoding(parquet.Encodings.Plain),
		parquet.WithCompression(c.kind),
		parquet.WithCreatedBy(o.createdBy),
	)
	f := &fileWriter{
		sink: &tellingWriter{w: w}, options: o, compressor: c,
		footer: metadata.NewFileMetadataBuilder(s, properties, about),
		memory: writerMemoryOf(s.NumColumns()),
	}
	for i, words := range o.words {
		column := fileColumn{Column: s.Column(i)}
		if words != nil {
			column.dictionary = newDictionary(words, c)
		}
		f.columns = append(f.columns, column)
	}
	return f, nil
}

// write appends pages to the current row group, and writes that when it is full. The pages
// are the writer's from then on.
func (w *fileWriter) write(p *encodedPages) error {
	w.group = append(w.group, p)
	for i := range p.columns {
		w.groupBytes += len(p.columns[i].body)
	}
	if len(w.group) < w.options.groupPages && w.groupBytes < w.options.groupBytes {
		return nil
	}
	return w.writeGroup()
}

// start writes the first bytes of the file.
func (w *fileWriter) start() error {
	if w.started {
		return nil
	}
	w.started = true
	_, err := io.WriteString(w.sink, parquetMagic)
	return err
}

// close writes what is left of the file.
func (w *fileWriter) close() error {
	if len(w.group) > 0 {
		if err := w.writeGroup(); err != nil {
			return err
		}
	}
	if err := w.start(); err != nil {
		return err
	}
	footer, err := w.footer.Finish()
	if err != nil {
		return err
	}
	if footer.NumRows != w.rows {
		return fmt.Errorf("the Parquet index counts %d rows where %d were written", footer.NumRows, w.rows)
	}
	return writeFooter(w.sink, footer)
}

// errLongFooter says that readers would refuse a file for its many row groups.
var errLongFooter = errors.New("more than readers take")

// writeFooter ends a file with its footer.
func writeFooter(w io.Writer, footer *metadata.FileMetaData) error {
	numberGroups(footer)
	n, err := footer.WriteTo(w, nil)
	if err != nil {
		return err
	}
	if n > math.MaxInt32 {
		return fmt.Errorf("the Parquet index takes %d bytes, %w", n, errLongFooter)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))); err != nil {
		return err
	}
	_, err = io.WriteString(w, parquetMagic)
	return err
}

// numberGroups numbers the row groups of a footer, unless the numbers do not fit
// into their 16 bits. Only encryption needs them.
func numberGroups(footer *metadata.FileMetaData) {
	for i, g := range footer.RowGroups {
		ordinal := int16(i)
		g.Ordinal = &ordinal
		if len(footer.RowGroups) > math.MaxInt16+1 {
			g.Ordinal = nil
		}
	}
}

// tellingWriter knows how much was written, and remembers the first error, since
// the library below the footer drops some.
type tellingWriter struct {
	w   io.Writer
	n   int64
	err error
}

// Write implements io.Writer.
func (t *tellingWriter) Write(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.w.Write(p)
	t.n += int64(n)
	t.err = err
	return n, err
}

// Tell returns the number of bytes written.
func (t *tellingWriter) Tell() int64 { return t.n }
