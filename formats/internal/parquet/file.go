package parquet

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/option"
)

const (
	// maxPageBytes is the maximum size of a page, compressed or not, and of the values in a Column.
	// Typical pages take at most 10 megabytes.
	maxPageBytes = 256 << 20
	// maxEntries is the maximum number of entries (values, nulls and empty lists) of a Column.
	maxEntries = 1 << 25
	// maxOpenBytes is the maximum total size of the current pages of all columns of a file.
	maxOpenBytes = 1 << 30
	// maxHeaderBytes is the maximum size of a page header. A header can include the smallest and
	// the largest value of the page.
	maxHeaderBytes = 1 << 20
)

// Limits restricts the memory that columns use, because a few encoded bytes can represent many
// values. Bytes and Entries apply to each Column. Pages is the maximum number of bytes in the
// current pages of all columns combined.
type Limits struct{ Bytes, Entries, Pages int }

// A File is a Parquet file that is open for reading. A File is safe for concurrent use.
type File struct {
	data   io.ReaderAt
	size   int64
	footer *metadata.FileMetaData
	Fields []Field // the top-level columns
	Limits Limits  // set by Open; may be lowered before the first read
}

// A Field is a top-level column of a file's schema. It has one or more leaves, which are columns of
// values. A struct, for example, can have several leaves.
type Field struct {
	Name  string
	Node  schema.Node
	First int // index of the field's first leaf
	Count int // number of leaves in the field
}

// Open reads the footer of a file that is size bytes long. If the file has more than maxColumns
// columns, Open returns an error.
func Open(data io.ReaderAt, size int64, maxColumns int) (*File, error) {
	footer, err := readFooter(data, size, maxColumns)
	if err != nil {
		return nil, err
	}
	f := &File{data: data, size: size, footer: footer, Limits: Limits{maxPageBytes, maxEntries, maxOpenBytes}}
	return f, RecoverDamage(func() error {
		s, leaf := footer.Schema, 0
		for i := range s.Root().NumFields() {
			field := Field{Name: s.Root().Field(i).Name(), Node: s.Root().Field(i), First: leaf}
			for ; leaf < s.NumColumns() && s.ColumnRoot(leaf) == field.Node; leaf++ {
				field.Count++
			}
			f.Fields = append(f.Fields, field)
		}
		return nil
	})
}

// Leaf returns a description of leaf column i.
func (f *File) Leaf(i int) *schema.Column { return f.footer.Schema.Column(i) }

// Metadata returns the file's metadata value for key, or "" if the key is absent.
func (f *File) Metadata(key string) string {
	if value := f.footer.KeyValueMetadata().FindValue(key); value != nil {
		return *value
	}
	return ""
}

// Rows returns the number of rows.
func (f *File) Rows() int64 { return f.footer.NumRows }

// RowGroups returns the number of row groups.
func (f *File) RowGroups() int { return len(f.footer.RowGroups) }

// GroupRows returns the number of rows in a row group.
func (f *File) GroupRows(group int) int64 { return f.footer.RowGroups[group].NumRows }

// RecoverDamage calls f and turns a panic into an error, because damaged data can cause panics in
// the libraries. It also replaces errors that wrap io.EOF, because callers could mistake them for
// the end of the rows.
func RecoverDamage(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case runtime.Error: // omit the text of p, which describes the code and not the file
			err = errors.New("the Parquet data is damaged: a required part is missing or does not match the rest")
		default:
			err = fmt.Errorf("the Parquet data is damaged: %v", p)
		}
	}()
	if err = f(); errors.Is(err, io.EOF) && errors.Unwrap(err) != nil {
		err = option.WithText(err, err.Error())
	}
	return err
}
