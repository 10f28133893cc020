package parquet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/golang/snappy"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestCompressedPagesKeepLittleMemory checks that a compressed page does not retain a buffer as
// large as the uncompressed page. A row group holds its pages until it is written.
func TestCompressedPagesKeepLittleMemory(t *testing.T) {
	page := bytes.Repeat([]byte("the same again "), 1<<16)
	block := compressPage(nil, compress.Codecs.Snappy, nil, page, false)
	if got, err := snappy.Decode(nil, block); err != nil || !bytes.Equal(got, page) {
		t.Fatalf("decompressed to %d bytes, want %d, error %v", len(got), len(page), err)
	}
	if cap(block) > len(page)/4 {
		t.Errorf("%d compressed bytes of a page of %d keep a buffer of %d", len(block), len(page), cap(block))
	}
}

// TestOtherTextIsCompressedAsUsual compresses text that does not consist of grids. Treating the
// text as literals must not make the result larger.
func TestOtherTextIsCompressedAsUsual(t *testing.T) {
	const rows = 4096
	zstd := compress.Codecs.Zstd
	for name, text := range map[string]string{
		"grids of letters": strings.Repeat("äöüß", 10) + "x", "prose": "It is a truth universally acknowledged, that a single man in possession of a good fortune"[:81],
	} {
		var src []byte
		for i := range rows {
			src = appendPlain(src, []byte(text))
			src[len(src)-1] = byte(i)
		}
		usual, got := compressPage(nil, zstd, nil, src, false), compressPage(nil, zstd, nil, src, true)
		if len(got) > len(usual) {
			t.Errorf("%s: %d bytes, want %d as in other columns", name, len(got), len(usual))
		}
	}
	grids := compressPage(nil, zstd, nil, bytes.Repeat(appendPlain(nil, []byte(testkit.Puzzle(0))), rows), true)
	if len(grids) > rows*len(testkit.Puzzle(0))/2 {
		t.Errorf("grids take %d bytes", len(grids))
	}
}
