package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet/metadata"
)

// footerTail is what follows a footer: its length and the magic bytes.
const footerTail = 4 + len(parquetMagic)

// maxElements is how many elements a schema may have: columns, with three for a list of
// values, and the root.
const maxElements = 4*maxColumns + 1

// readFooter reads the index at the end of a Parquet file.
func readFooter(file io.ReaderAt, size int64) (*metadata.FileMetaData, error) {
	if size < int64(len(parquetMagic)+footerTail) {
		return nil, errors.New("it is too short")
	}
	tail := make([]byte, footerTail)
	if _, err := file.ReadAt(tail, size-int64(footerTail)); err != nil {
		return nil, shortened(err)
	}
	switch string(tail[4:]) {
	case parquetMagic:
	case "PARE":
		return nil, errors.New("it is encrypted")
	default:
		return nil, fmt.Errorf("it does not end with %s; perhaps it is not complete", parquetMagic)
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-int64(len(parquetMagic)+footerTail) {
		return nil, fmt.Errorf("its footer claims %d bytes, more than the file has", length)
	}
	data := make([]byte, length)
	if _, err := file.ReadAt(data, size-int64(footerTail)-length); err != nil {
		return nil, shortened(err)
	}
	if err := checkFooter(data); err != nil {
		return nil, fmt.Errorf("its footer is damaged: %w", err)
	}
	footer, err := metadata.NewFileMetaData(data, nil)
	if err != nil {
		return nil, fmt.Errorf("its footer is damaged: %w", err)
	}
	if n := footer.Schema.NumColumns(); n > maxColumns {
		return nil, tooManyColumns(n)
	}
	return footer, checkRowCounts(footer)
}

// checkFooter looks through a footer before the library reads it, which makes
// room for as many elements as a list claims, and for as many children as an
// element of the schema claims.
func checkFooter(data []byte) error {
	r := thriftReader{data: data}
	elements, children := 0, 0
	r.fields(0, func(id int, kind byte) bool {
		if id != 2 || kind != thriftList {
			return false
		}
		r.list(func(kind byte) {
			elements++
			if kind != thriftStruct || elements > maxElements {
				r.fail(fmt.Errorf("its schema has more than %d elements, or not such", maxElements))
				return
			}
			r.fields(1, func(id int, kind byte) bool {
				if id != 5 || kind != thriftInt32 {
					return false
				}
				if n := int(r.int32()); n >= 0 && n <= maxElements {
					children += n
				} else {
					r.fail(fmt.Errorf("an element of its schema claims %d children", n))
				}
				return true
			})
		})
		return true
	})
	if r.err == nil && children != elements-1 {
		return fmt.Errorf("its schema claims %d elements and has %d", children+1, elements)
	}
	return r.err
}

// checkRowCounts holds the number of rows against those of the row groups.
func checkRowCounts(footer *metadata.FileMetaData) error {
	rows := int64(0)
	for i, group := range footer.RowGroups {
		if group.NumRows < 0 || rows+group.NumRows < rows {
			return fmt.Errorf("row group %d claims %d rows", i+1, group.NumRows)
		}
		rows += group.NumRows
	}
	if rows != footer.NumRows {
		return fmt.Errorf("its row groups hold %d rows where the footer says %d", rows, footer.NumRows)
	}
	return nil
}
