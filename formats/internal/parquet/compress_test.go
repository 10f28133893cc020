package parquet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/golang/snappy"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestCompressedPagesKeepLittleMemory checks that a compressed page does not keep a buffer of the
// page's original size. A row group holds its pages until it is written.
func TestCompressedPagesKeepLittleMemory(t *testing.T) {
	c := compressors["snappy"]
	page := bytes.Repeat([]byte("the same again "), 1<<16)
	block := c.append(nil, page)
	if got, err := snappy.Decode(nil, block); err != nil || !bytes.Equal(got, page) {
		t.Fatalf("decompressed to %d bytes, want %d, error %v", len(got), len(page), err)
	}
	if cap(block) > len(page)/4 {
		t.Errorf("%d compressed bytes of a page of %d keep a buffer of %d", len(block), len(page), cap(block))
	}
}

// TestOtherTextIsCompressedAsUsual checks how well appendLiterals compresses values that are as
// long as grids, but are not grids. The result must not be larger than that of the append method.
func TestOtherTextIsCompressedAsUsual(t *testing.T) {
	const rows = 4096
	c := compressors["zstd"]
	for name, text := range map[string]string{
		"grids of letters": strings.Repeat("äöüß", 10) + "x", "prose": "It is a truth universally acknowledged, that a single man in possession of a good fortune"[:81],
	} {
		var src []byte
		for i := range rows {
			src = appendPlain(src, []byte(text))
			src[len(src)-1] = byte(i)
		}
		usual, got := c.append(nil, src), c.appendLiterals(nil, src, 0)
		if len(got) > len(usual) {
			t.Errorf("%s: %d bytes, want %d as in other columns", name, len(got), len(usual))
		}
	}
	grids := c.appendLiterals(nil, bytes.Repeat(appendPlain(nil, []byte(testkit.Puzzle(0))), rows), 0)
	if len(grids) > rows*len(testkit.Puzzle(0))/2 {
		t.Errorf("grids take %d bytes", len(grids))
	}
}
