package parquet

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"github.com/gridmill/gridmill/formats/files"
)

// A Joiner joins several files that Writers wrote with the same schema and options. It copies all
// pages unchanged and lists all row groups in one footer.
type Joiner struct {
	sink       files.Sink
	createdBy  string
	maxColumns int
	footer     *metadata.FileMetaData // lists the row groups of the files added so far
}

// NewJoiner returns a Joiner that writes to w. It accepts only files that the given program created
// and that have at most maxColumns columns.
func NewJoiner(w io.Writer, createdBy string, maxColumns int) *Joiner {
	return &Joiner{sink: files.Sink{W: w}, createdBy: createdBy, maxColumns: maxColumns}
}

// Add appends file, which is size bytes long. Pages are read through wrap, which can count bytes.
func (j *Joiner) Add(file io.ReaderAt, size int64, wrap func(io.Reader) io.Reader) error {
	startFile(&j.sink)
	const start = int64(len(Magic))
	var footer *metadata.FileMetaData
	var end int64
	err := RecoverDamage(func() error {
		f, err := Open(file, size, j.maxColumns)
		if err != nil {
			return err
		}
		if footer, end = f.footer, size-int64(footerTail+f.footer.Size()); footer.GetCreatedBy() != j.createdBy {
			return fmt.Errorf("it was created by %q", footer.GetCreatedBy())
		}
		return movePages(footer, start, end, j.sink.N-start)
	})
	if err != nil {
		return fmt.Errorf("the file is not a Parquet file written by %s: %w", j.createdBy, err)
	}
	n, err := io.Copy(&j.sink, wrap(io.NewSectionReader(file, start, end-start)))
	switch {
	case err != nil:
		return err
	case n != end-start:
		return errors.New("it shrank while it was being read")
	}
	switch all := j.footer; {
	case all == nil:
		j.footer = footer
	case !reflect.DeepEqual(all.FileMetaData.Schema, footer.FileMetaData.Schema):
		return errors.New("its columns differ from those of the previous parts, so the parts come from different runs")
	case all.FileMetaData.Version != footer.FileMetaData.Version,
		!all.KeyValueMetadata().Equals(footer.KeyValueMetadata()):
		return errors.New("it comes from a different run than the previous parts")
	default:
		all.RowGroups = append(all.RowGroups, footer.RowGroups...)
		all.NumRows += footer.NumRows
	}
	return nil
}

// Close writes the footer. At least one file must have been added.
func (j *Joiner) Close() error { return writeFooter(&j.sink, j.footer) }

// movePages updates the offsets in a footer for pages that move by the given number of bytes.
// Before the move, the pages are in [start, end). They must be where a Writer writes them: column
// chunks follow each other without gaps, and each starts with its dictionary, if any.
func movePages(footer *metadata.FileMetaData, start, end, by int64) error {
	pos := start
	for g, group := range footer.RowGroups {
		if len(group.Columns) != footer.Schema.NumColumns() || group.FileOffset == nil || *group.FileOffset != pos {
			return fmt.Errorf("row group %d has the wrong number of columns or the wrong offset", g+1)
		}
		*group.FileOffset += by
		for c, chunk := range group.Columns {
			m := chunk.MetaData
			if m == nil || chunk.FilePath != nil || m.IndexPageOffset != nil || m.BloomFilterOffset != nil ||
				chunk.OffsetIndexOffset != nil || chunk.ColumnIndexOffset != nil || chunk.CryptoMetadata != nil ||
				!isChunkAt(pos, end, m.TotalCompressedSize, m.DataPageOffset, m.DictionaryPageOffset) {
				return fmt.Errorf("row group %d: column %q: its data is not where %s writes it", g+1, footer.Schema.Column(c).Path(), footer.GetCreatedBy())
			}
			pos += m.TotalCompressedSize
			if m.DictionaryPageOffset != nil {
				*m.DictionaryPageOffset += by
			}
			m.DataPageOffset += by
			chunk.FileOffset += by
		}
	}
	if pos != end {
		return fmt.Errorf("it has %d bytes that do not belong to any column", end-pos)
	}
	return nil
}

// isChunkAt reports whether a column chunk of the given size starts at pos and ends no later than
// end. The chunk must start with its dictionary or, without a dictionary, with its data pages.
func isChunkAt(pos, end, size, pages int64, dictionary *int64) bool {
	if size < 0 || size > end-pos {
		return false
	}
	if dictionary != nil {
		return *dictionary == pos && pages > pos && pages < pos+size
	}
	return pages == pos
}
