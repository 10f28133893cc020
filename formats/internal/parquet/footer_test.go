package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Field types of Thrift's compact protocol.
const (
	compactBinary = 8
	compactList   = 9
	compactMap    = 11
)

// TestFootersThatLie tests footers that declare more than they hold, or are nested too deeply. They
// must be rejected before the Arrow library reads them.
func TestFootersThatLie(t *testing.T) {
	for name, c := range map[string]struct {
		footer []byte
		says   string
	}{
		"a schema of many elements": {[]byte{2<<4 | compactList, 0xf0 | compactStruct, 0xff, 0xff, 0xff, 0xff, 7, 0}, "it ends too early"},
		"a group of many children":  {[]byte{2<<4 | compactList, 1<<4 | compactStruct, 5<<4 | compactInt32, 0xfe, 0xff, 0xff, 0xff, 15, 0, 0}, "declares an impossible number of children: 2147483647"},
		"a group of one too few":    {[]byte{2<<4 | compactList, 1<<4 | compactStruct, 5<<4 | compactInt32, 2, 0, 0}, "declares 2 elements, but has 1"},
		"a long text":               {[]byte{6<<4 | compactBinary, 0xff, 0xff, 0xff, 0xff, 7, 0}, "it ends too early"},
		"structs without end":       {bytes.Repeat([]byte{1<<4 | compactStruct}, 1<<16), "it is not valid Thrift"},
		"lists without end":         {append([]byte{1<<4 | compactList}, bytes.Repeat([]byte{1<<4 | compactList}, 1<<16)...), "it is not valid Thrift"},
		"maps without end":          {append([]byte{1<<4 | compactMap}, bytes.Repeat([]byte{1, compactMap<<4 | compactMap}, 1<<16)...), "it is not valid Thrift"},
	} {
		t.Run(name, func(t *testing.T) {
			file := append([]byte(Magic), c.footer...)
			file = binary.LittleEndian.AppendUint32(file, uint32(len(c.footer)))
			file = append(file, Magic...)
			_, err := readFooter(bytes.NewReader(file), int64(len(file)), 10)
			testkit.WantError(t, err, c.says)
		})
	}
}

// TestFooterOfAFileThatShrinks reads the footer of a file that has become shorter. The error must
// not match io.EOF, because io.EOF marks the end of the rows.
func TestFooterOfAFileThatShrinks(t *testing.T) {
	data := fileOfTwo(t, 100)
	for _, left := range []int{0, len(data) / 2, len(data) - 1} {
		_, err := readFooter(bytes.NewReader(data[:left]), int64(len(data)), 10)
		if testkit.WantError(t, err, "shrank"); errors.Is(err, io.EOF) {
			t.Error("the error can be mistaken for the end of the rows")
		}
	}
}

// TestJoinedFilesAreRefused checks that concatenated Parquet files are rejected, although the last
// footer is valid, and even if a Bloom filter precedes each footer.
func TestJoinedFilesAreRefused(t *testing.T) {
	one, other := fileOfTwo(t, 100), fileOfTwo(t, 70)
	for _, joined := range [][]byte{slices.Concat(one, one), slices.Concat(one, other), slices.Concat(other, one, other)} {
		_, err := readFooter(bytes.NewReader(joined), int64(len(joined)), 10)
		testkit.WantError(t, err, "it is a concatenation of several Parquet files")
	}
	footer, err := readFooter(bytes.NewReader(one), int64(len(one)), 10)
	if err != nil {
		t.Fatal(err)
	}
	dataEnd := len(one) - footerTail - int(binary.LittleEndian.Uint32(one[len(one)-footerTail:]))
	footerAt := int64(dataEnd + 1000)
	footer.RowGroups[0].Columns[0].MetaData.BloomFilterOffset = &footerAt
	filtered := slices.Concat(one[:dataEnd], make([]byte, 1000), one[dataEnd:])
	if err := refuseConcatenated(bytes.NewReader(filtered), footer, footerAt); err != nil {
		t.Error(err)
	}
	err = refuseConcatenated(bytes.NewReader(slices.Concat(filtered, filtered)), footer, int64(len(filtered))+footerAt)
	testkit.WantError(t, err, "it is a concatenation of several Parquet files")
}
