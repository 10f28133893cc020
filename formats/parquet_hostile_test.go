package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/option"
)

// hostile is the path of a directory that may contain hostile Parquet files. The directory is next
// to the checkout.
const hostile = "../../shared/hostile"

// TestHostileParquet checks the files in hostile, if there are any.
func TestHostileParquet(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(hostile, "*.parquet"))
	if len(files) == 0 {
		t.Skipf("there are no hostile files in %s", hostile)
	}
	for _, path := range files {
		checkDamaged(t, filepath.Base(path), path, 16<<20)
	}
}

// TestParquetGroupsWithoutRows checks that puzzles after a row group without rows are not lost.
func TestParquetGroupsWithoutRows(t *testing.T) {
	var groups [][]column
	for n := range 3 {
		groups = append(groups, []column{texts("puzzle")}, []column{texts("puzzle", puzzle(n))})
	}
	data := parquetOf(t, groups, parquet.WithDictionaryDefault(false))
	if rows := mustOutcomes(t, store(t, "in.parquet", string(data)), keepAll); len(rows) != 3 {
		t.Errorf("%d rows, want 3", len(rows))
	}
}

// TestParquetFooterThatMiscounts checks that a file is rejected if its row groups have a different
// number of rows than its footer declares.
func TestParquetFooterThatMiscounts(t *testing.T) {
	data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0), puzzle(1))}})
	lying := withFooter(t, data, func(footer *metadata.FileMetaData) { footer.NumRows = 3 })
	_, err := outcomes([]string{store(t, "in.parquet", string(lying))}, keepAll, 100)
	wantError(t, err, "in.parquet: ", "the row groups have 2 rows in total, but the footer declares 3")
}

// TestParquetFooterThatMakesNoSense checks that a footer is reported as damaged if parsing it would
// make the Arrow library panic.
func TestParquetFooterThatMakesNoSense(t *testing.T) {
	data := parquetOf(t, [][]column{{texts("puzzle", puzzle(0))}})
	for name, to := range map[string]string{
		"an unknown type": "\x4c\xfc\x00\x00",
		"a type cut off":  "\x4c\x1c\x00\x1c",
	} {
		bad := bytes.Replace(data, []byte("\x4c\x1c\x00\x00"), []byte(to), 1)
		if bytes.Equal(bad, data) {
			t.Fatal("the footer does not say that the column holds text")
		}
		_, err := outcomes([]string{store(t, "in.parquet", string(bad))}, keepAll, 100)
		wantError(t, err, "in.parquet: cannot be read as Parquet: its footer: ")
		if concerned, named := errors.AsType[*option.Error](err); !named || concerned.Options[0] != option.InputFile {
			t.Errorf("%s: the error does not concern the input file", name)
		}
		t.Logf("%s: %v", name, err)
	}
}

// withFooter returns a copy of a Parquet file. It calls change to modify the footer of the copy.
func withFooter(t *testing.T, data []byte, change func(*metadata.FileMetaData)) []byte {
	t.Helper()
	footer := openBytes(t, data).MetaData()
	change(footer)
	old := int(binary.LittleEndian.Uint32(data[len(data)-footerTail:]))
	out := bytes.NewBuffer(bytes.Clone(data[:len(data)-footerTail-old]))
	n, err := footer.WriteTo(out, nil)
	if err != nil {
		t.Fatal(err)
	}
	return append(binary.LittleEndian.AppendUint32(out.Bytes(), uint32(n)), parquetMagic...)
}

// TestDecimalsThatLie checks decimal columns with an impossible precision or scale. The columns
// must be rejected if they are needed, and ignored otherwise. In CSV, a number with too many digits
// must be written in hexadecimal.
func TestDecimalsThatLie(t *testing.T) {
	p := puzzle(0)
	req := parquet.Repetitions.Required
	long := bytes.Repeat([]byte{0x7f}, 33) // decimals have at most 76 digits, which fit in 32 bytes
	decimal := schema.NewDecimalLogicalType(9, 2)
	cell := logical("element", req, schema.NewDecimalLogicalType(1, 0), parquet.Types.Int32, -1)
	data := parquetOf(t, [][]column{{
		texts("puzzle", p),
		{node: logical("int", req, decimal, parquet.Types.Int32, -1), values: []int32{5}},
		{node: logical("bytes", req, decimal, parquet.Types.ByteArray, -1), values: []parquet.ByteArray{long}},
		{node: listNode("list", 1, cell), values: []int32{7}, def: []int16{2}, rep: []int16{0}},
	}})
	in := store(t, "in.parquet", string(data))
	text := mustConvert(t, []string{in}, keepAll, "out.csv", WriteOptions{}, 10)
	if want := p + ",0.05,0x" + strings.Repeat("7f", len(long)) + ",[7],"; !strings.Contains(string(text), want) {
		t.Errorf("decimals became %.200q", text)
	}

	elements := map[string]int{"int": 2, "bytes": 3, "list": 6} // index of each column's element in the schema
	for name, element := range elements {
		for _, lie := range []struct{ precision, scale int32 }{
			{9, 2e9}, {9, -1}, {9, -1 << 31}, {1, 2}, {77, 2}, {1<<31 - 1, 1<<31 - 1}, {-5, -6},
		} {
			if name != "bytes" && (lie.precision < 1 || lie.precision > 9) {
				continue // the Arrow library rejects this precision for integers
			}
			lying := withFooter(t, data, func(footer *metadata.FileMetaData) {
				claim := footer.FileMetaData.Schema[element].LogicalType.DECIMAL
				claim.Precision, claim.Scale = lie.precision, lie.scale
				footer.FileMetaData.Schema[element].ConvertedType = nil
			})
			in := store(t, "in.parquet", string(lying))
			_, err := outcomes([]string{in}, keepAll, 100)
			wantError(t, err, "in.parquet: ", `column "`+name, fmt.Sprintf("declares decimals with precision %d and scale %d", lie.precision, lie.scale))
			if _, err := outcomes([]string{in}, ReadOptions{Column: name}, 10); err == nil {
				t.Errorf("%s of %+v holds puzzles", name, lie)
			}
			if rows := mustOutcomes(t, in, ReadOptions{}); len(rows) != 1 || rows[0].Puzzle != p {
				t.Errorf("%s of %+v: without this column, the rows are %+v", name, lie, rows)
			}
		}
	}
}
