package formats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// concatParquet joins parts that gridmill wrote. Their pages are copied as they
// stand, and their row groups listed in one index. Parts that end with full row
// groups make the same bytes as a run that writes one file.
func concatParquet(ctx context.Context, sink *tellingWriter, parts []string, read *files.Counter) error {
	if _, err := io.WriteString(sink, parquetMagic); err != nil {
		return err
	}
	var index *metadata.FileMetaData
	for _, part := range parts {
		footer, err := copyPages(ctx, sink, part, read)
		switch {
		case err != nil:
		case index == nil:
			index = footer
		default:
			err = joinIndex(index, footer)
		}
		if err != nil {
			return files.InFile(part, err)
		}
	}
	return writingError(writeFooter(sink, index))
}

// copyPages appends the pages of a part and returns its index, which says where
// they stand now.
func copyPages(ctx context.Context, sink *tellingWriter, part string, read *files.Counter) (footer *metadata.FileMetaData, err error) {
	f, err := os.Open(part)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	const begin = int64(len(parquetMagic))
	var end int64
	err = parquet.RecoverDamage(func() error {
		file, err := parquet.Open(f, info.Size(), maxColumns)
		if err != nil {
			return err
		}
		footer, end = file.Footer(), file.DataEnd()
		return movePages(footer, begin, end, sink.Tell()-begin)
	})
	if err != nil {
		return nil, fmt.Errorf("not a Parquet file that gridmill wrote: %w", err)
	}
	n, err := io.Copy(sink, files.UntilDone(ctx, read.Reader(io.NewSectionReader(f, begin, end-begin))))
	if err == nil && n != end-begin {
		err = errors.New("it became shorter while it was read")
	}
	return footer, err
}

// movePages makes an index of pages between begin and end one of the same pages
// moved by so many bytes. It checks that they lie as gridmill writes them: all
// column chunks one after the other, each with its dictionary first if it has one, without
// other indices, and nothing else.
func movePages(footer *metadata.FileMetaData, begin, end, by int64) error {
	if footer.GetCreatedBy() != createdBy {
		return fmt.Errorf("it was created by %q", footer.GetCreatedBy())
	}
	pos := begin
	for g, group := range footer.RowGroups {
		if len(group.Columns) != footer.Schema.NumColumns() || group.FileOffset == nil || *group.FileOffset != pos {
			return fmt.Errorf("row group %d: it has other columns than the file, or begins elsewhere", g+1)
		}
		*group.FileOffset += by
		for c, chunk := range group.Columns {
			m := chunk.MetaData
			if m == nil || chunk.FilePath != nil || m.IndexPageOffset != nil || m.BloomFilterOffset != nil ||
				chunk.OffsetIndexOffset != nil || chunk.ColumnIndexOffset != nil || chunk.CryptoMetadata != nil ||
				!chunkLies(pos, end, m.TotalCompressedSize, m.DataPageOffset, m.DictionaryPageOffset) {
				return fmt.Errorf("row group %d: column %q: its data does not lie where gridmill writes it", g+1, footer.Schema.Column(c).Path())
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
		return fmt.Errorf("it has %d bytes that belong to no column", end-pos)
	}
	return nil
}

// chunkLies reports whether a column chunk of so many bytes begins at pos and ends until
// end, and its pages lie behind its dictionary, if it has one.
func chunkLies(pos, end, size, pages int64, dictionary *int64) bool {
	if size < 0 || size > end-pos {
		return false
	}
	if dictionary != nil {
		return *dictionary == pos && pages > pos && pages < pos+size
	}
	return pages == pos
}

// joinIndex appends the row groups of a part to the index of those before, if
// both are of one run: with the same columns, and the same said of the run.
func joinIndex(index, part *metadata.FileMetaData) error {
	if !reflect.DeepEqual(index.FileMetaData.Schema, part.FileMetaData.Schema) {
		return errors.New("its columns are not those of the parts before; they are of different runs")
	}
	if index.FileMetaData.Version != part.FileMetaData.Version || !index.KeyValueMetadata().Equals(part.KeyValueMetadata()) {
		return errors.New("it says something else of its run than the parts before; they are of different runs")
	}
	index.RowGroups = append(index.RowGroups, part.RowGroups...)
	index.NumRows += part.NumRows
	return nil
}
