package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/thrift/lib/go/thrift"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// Magic is the string at the start and end of a Parquet file whose footer is not encrypted.
const Magic = "PAR1"

// footerTail is the size of the data after a footer: the footer's length and the magic bytes.
const footerTail = 4 + len(Magic)

// readFooter reads the footer of a file. The file must not have more than maxColumns columns.
func readFooter(file io.ReaderAt, size int64, maxColumns int) (*metadata.FileMetaData, error) {
	if size < int64(len(Magic)+footerTail) {
		return nil, option.Errorf(option.InputFile, "it is too short")
	}
	tail := make([]byte, footerTail)
	if _, err := file.ReadAt(tail, size-int64(footerTail)); err != nil {
		return nil, files.Shortened(err)
	}
	switch string(tail[4:]) {
	case Magic:
	case "PARE":
		return nil, errors.New("it is encrypted; decrypt it first")
	default:
		return nil, &option.Error{
			Options: []option.Name{option.InputFile, option.InputName},
			Err:     fmt.Errorf("it does not end with %s, so it is incomplete or not a Parquet file", Magic),
		}
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-int64(len(Magic)+footerTail) {
		return nil, badFooter(fmt.Errorf("its declared size of %d bytes does not fit in the file", length))
	}
	data := make([]byte, length)
	if _, err := file.ReadAt(data, size-int64(footerTail)-length); err != nil {
		return nil, files.Shortened(err)
	}
	footer, err := parseFooter(data, maxColumns)
	if err != nil {
		return nil, badFooter(err)
	}
	if err := refuseConcatenated(file, footer, size-int64(footerTail)-length); err != nil {
		return nil, err
	}
	if n := footer.Schema.NumColumns(); n > maxColumns {
		return nil, fmt.Errorf("it has %d columns, more than the limit of %d; remove some columns", n, maxColumns)
	}
	return footer, nil
}

// maxFilters is the assumed maximum size of a file's Bloom filters, in bytes.
const maxFilters = 1 << 20

// refuseConcatenated returns an error if the file consists of several concatenated Parquet files.
// The footer, at footerAt, then describes only the last of these files, so a reader would find the
// wrong rows or no rows. The check works if nothing but Bloom filters lies between the data and the
// footer, as in nearly all files.
func refuseConcatenated(file io.ReaderAt, footer *metadata.FileMetaData, footerAt int64) error {
	end, filters := int64(len(Magic)), int64(0)
	for _, group := range footer.RowGroups {
		for _, c := range group.Columns {
			if m := c.MetaData; m != nil {
				start := m.DataPageOffset
				if dictionary := m.DictionaryPageOffset; dictionary != nil && *dictionary > 0 {
					start = min(start, *dictionary)
				}
				end = max(end, start+m.TotalCompressedSize)
				if m.BloomFilterOffset != nil {
					filters = maxFilters // the footer does not contain the length of the filters
				}
			}
			// If an index is missing, its offset and length are 0.
			end = max(end, c.GetOffsetIndexOffset()+int64(c.GetOffsetIndexLength()), c.GetColumnIndexOffset()+int64(c.GetColumnIndexLength()))
		}
	}
	start := footerAt - end // start of the last concatenated file; can be too large if that file has Bloom filters
	if start < int64(len(Magic)) || start >= footerAt {
		return nil
	}
	first := max(start-int64(len(Magic))-filters, 0)
	between := make([]byte, start+int64(len(Magic))-first)
	if n, _ := file.ReadAt(between, first); !bytes.Contains(between[:n], []byte(Magic+Magic)) {
		return nil // if ReadAt failed, reading rows reports the error
	}
	return errors.New("it is a concatenation of several Parquet files; use the original files as inputs")
}

func badFooter(err error) error { return option.Errorf(option.InputFile, "its footer: %w", err) }

func parseFooter(data []byte, maxColumns int) (footer *metadata.FileMetaData, err error) {
	// Allow one element for the root, and four per column. A column of lists usually takes three.
	if err := checkFooter(data, 4*maxColumns+1); err != nil {
		return nil, err
	}
	err = RecoverDamage(func() (err error) { footer, err = metadata.NewFileMetaData(data, nil); return err })
	if err != nil {
		return nil, err
	}
	return footer, checkRowCounts(footer)
}

// checkFooter checks that a footer holds all list elements and schema elements that it declares,
// because the Arrow library allocates memory for all elements before it reads them. The schema may
// have at most maxElements elements.
func checkFooter(data []byte, maxElements int) error {
	r := newThriftReader(data)
	defer r.release()
	elements, children := 0, 0
	r.fields(func(id int16, kind thrift.TType) bool {
		if id != 2 || kind != thrift.LIST {
			return false
		}
		r.list(func(kind thrift.TType) {
			elements++
			if kind != thrift.STRUCT || elements > maxElements {
				r.fail(fmt.Errorf("its schema has more than %d elements, or elements of the wrong type", maxElements))
				return
			}
			r.fields(func(id int16, kind thrift.TType) bool {
				if id != 5 || kind != thrift.I32 {
					return false
				}
				if n := int(r.int32()); n >= 0 && n <= maxElements {
					children += n
				} else {
					r.fail(fmt.Errorf("an element of its schema declares an impossible number of children: %d", n))
				}
				return true
			})
		})
		return true
	})
	if r.err == nil && children != elements-1 {
		return fmt.Errorf("its schema declares %d elements, but has %d", children+1, elements)
	}
	return r.err
}

// checkRowCounts compares the number of rows in the footer with the sum over the row groups.
func checkRowCounts(footer *metadata.FileMetaData) error {
	rows := int64(0)
	for i, group := range footer.RowGroups {
		if group.NumRows < 0 || rows+group.NumRows < rows {
			return fmt.Errorf("row group %d declares an impossible number of rows: %d", i+1, group.NumRows)
		}
		rows += group.NumRows
	}
	if rows != footer.NumRows {
		return fmt.Errorf("the row groups have %d rows in total, but the footer declares %d", rows, footer.NumRows)
	}
	return nil
}

// writeFooter ends a file with its footer. It numbers the row groups if 16-bit numbers suffice. The
// numbers are needed only for encryption.
func writeFooter(w io.Writer, footer *metadata.FileMetaData) error {
	for i, g := range footer.RowGroups {
		g.Ordinal = new(int16(i))
		if len(footer.RowGroups) > math.MaxInt16+1 {
			g.Ordinal = nil
		}
	}
	n, err := footer.WriteTo(w, nil)
	if err != nil {
		return err
	}
	if n > math.MaxInt32 {
		return option.Errorf(option.RowGroup, "the Parquet footer takes %d bytes, more than readers accept", n)
	}
	_, err = w.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(n)), Magic...))
	return err
}
