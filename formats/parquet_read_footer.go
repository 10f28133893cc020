package formats

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/thrift"
)

// footerTail is what follows a footer: its length and the magic bytes.
const footerTail = 4 + len(parquetMagic)

// maxElements is how many elements a schema may have: columns, with three for a list of
// values, and the root.
const maxElements = 4*maxColumns + 1

// readFooter reads the index at the end of a Parquet file.
func readFooter(file io.ReaderAt, size int64) (*metadata.FileMetaData, error) {
	if size < int64(len(parquetMagic)+footerTail) {
		return nil, errors.New("it is too short; " + files.FetchAnew)
	}
	tail := make([]byte, footerTail)
	if _, err := file.ReadAt(tail, size-int64(footerTail)); err != nil {
		return nil, files.Shortened(err)
	}
	switch string(tail[4:]) {
	case parquetMagic:
	case "PARE":
		return nil, errors.New("it is encrypted; decrypt it first")
	default:
		return nil, fmt.Errorf("it does not end with %s, so that it is not complete, or no Parquet; %s, or rename it", parquetMagic, files.FetchAnew)
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-int64(len(parquetMagic)+footerTail) {
		return nil, badFooter(fmt.Errorf("it claims %d bytes, more than the file has", length))
	}
	data := make([]byte, length)
	if _, err := file.ReadAt(data, size-int64(footerTail)-length); err != nil {
		return nil, files.Shortened(err)
	}
	footer, err := parseFooter(data)
	if err != nil {
		return nil, badFooter(err)
	}
	if n := footer.Schema.NumColumns(); n > maxColumns {
		return nil, fmt.Errorf("%w; write it with fewer", tooManyColumns(n))
	}
	return footer, nil
}

// badFooter says where the damage is that an error tells of.
func badFooter(err error) error { return fmt.Errorf("its footer: %w; %s", err, files.FetchAnew) }

// parseFooter reads a footer, after a look through it.
func parseFooter(data []byte) (footer *metadata.FileMetaData, err error) {
	if err := checkFooter(data); err != nil {
		return nil, err
	}
	err = guard(func() (err error) { footer, err = metadata.NewFileMetaData(data, nil); return err })
	if err != nil {
		return nil, err
	}
	return footer, checkRowCounts(footer)
}

// checkFooter looks through a footer before the library reads it, which makes
// room for as many elements as a list claims, and for as many children as an
// element of the schema claims.
func checkFooter(data []byte) error {
	r := thrift.NewReader(data)
	elements, children := 0, 0
	r.Fields(0, func(id int, kind byte) bool {
		if id != 2 || kind != thrift.List {
			return false
		}
		r.List(func(kind byte) {
			elements++
			if kind != thrift.Struct || elements > maxElements {
				r.Fail(fmt.Errorf("its schema has more than %d elements, or not such", maxElements))
				return
			}
			r.Fields(1, func(id int, kind byte) bool {
				if id != 5 || kind != thrift.Int32 {
					return false
				}
				if n := int(r.Int32()); n >= 0 && n <= maxElements {
					children += n
				} else {
					r.Fail(fmt.Errorf("an element of its schema claims %d children", n))
				}
				return true
			})
		})
		return true
	})
	if r.Err() == nil && children != elements-1 {
		return fmt.Errorf("its schema claims %d elements and has %d", children+1, elements)
	}
	return r.Err()
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
		return fmt.Errorf("its row groups hold %d rows where it says %d", rows, footer.NumRows)
	}
	return nil
}
