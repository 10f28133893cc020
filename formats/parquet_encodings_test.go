package formats

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// encodedRows is the number of rows in encodedFile. It is large enough for several pages,
// miniblocks and batches.
const encodedRows = 2_000

var madeEncoded = map[string][]byte{}

// encodedFile returns a file that is written with the given entry of encodings. Each file is
// created only once, so callers must not change the bytes.
func encodedFile(t testing.TB, encoding string) []byte {
	if madeEncoded[encoding] == nil {
		madeEncoded[encoding] = makeEncodedFile(t, encodings()[encoding]...)
	}
	return madeEncoded[encoding]
}

// makeEncodedFile writes a file with columns that suit the different encodings.
func makeEncodedFile(t testing.TB, o ...parquet.WriterProperty) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	opt, req := parquet.Repetitions.Optional, parquet.Repetitions.Required
	var puzzles, words, paths []string
	var small []int32
	var wide []int64
	var flags []bool
	var gaps []int16
	var cells []any
	for i := range encodedRows {
		puzzles = append(puzzles, puzzle(r.IntN(9)))
		words = append(words, strings.Repeat("word ", r.IntN(4))+fmt.Sprint(i/1000*r.IntN(1000)))
		paths = append(paths, fmt.Sprintf("/data/%06d/%d", i/7, r.IntN(100)))
		small = append(small, int32(i/100*r.IntN(3)))
		if gap := r.IntN(10) == 0 && i > 1000; gap {
			gaps = append(gaps, 0)
		} else {
			gaps = append(gaps, 1)
			wide = append(wide, r.Int64()>>r.IntN(64)-math.MaxInt64/2>>r.IntN(64))
			flags = append(flags, i/500%2 == 0 || r.IntN(2) == 0)
		}
		cells = append(cells, []any{r.IntN(10), r.IntN(10), r.IntN(10)}[:r.IntN(4)])
	}
	var fixed []parquet.FixedLenByteArray
	for _, p := range puzzles {
		fixed = append(fixed, parquet.FixedLenByteArray(p))
	}
	return parquetOf(t, [][]column{{
		texts("puzzle", puzzles...), texts("words", words...), texts("paths", paths...),
		{node: primitive("small", req, parquet.Types.Int32, -1), values: small},
		{node: primitive("wide", opt, parquet.Types.Int64, -1), values: wide, def: gaps},
		{node: primitive("flags", opt, parquet.Types.Boolean, -1), values: flags, def: gaps},
		{node: primitive("fixed", req, parquet.Types.FixedLenByteArray, 81), values: fixed},
		listColumn[int64]("cells", 1, primitive("element", req, parquet.Types.Int64, -1), cells...),
	}}, o...)
}

var codecs = map[string]compress.Compression{
	"snappy": compress.Codecs.Snappy, "gzip": compress.Codecs.Gzip, "brotli": compress.Codecs.Brotli, "zstd": compress.Codecs.Zstd,
}

// encodings returns writer properties for several ways to write the same rows.
func encodings() map[string][]parquet.WriterProperty {
	pages := parquet.WithDataPageSize(4 << 10)
	plain, v2 := parquet.WithDictionaryDefault(false), parquet.WithDataPageVersion(parquet.DataPageV2)
	all := map[string][]parquet.WriterProperty{
		"dictionary":                          {pages},
		"dictionary that ends in plain pages": {pages, parquet.WithDictionaryPageSizeLimit(2 << 10)},
		"deltas": {
			// Write one page per column, because the Arrow library fails to reset the encoder
			// between pages.
			parquet.WithDataPageSize(1 << 30), plain, v2,
			parquet.WithEncodingFor("words", parquet.Encodings.DeltaLengthByteArray),
			parquet.WithEncodingFor("paths", parquet.Encodings.DeltaByteArray),
			parquet.WithEncodingFor("puzzle", parquet.Encodings.DeltaByteArray),
			parquet.WithEncodingFor("small", parquet.Encodings.DeltaBinaryPacked),
			parquet.WithEncodingFor("wide", parquet.Encodings.DeltaBinaryPacked),
			parquet.WithEncodingFor("cells.list.element", parquet.Encodings.DeltaBinaryPacked),
		},
		"one page": {plain, parquet.WithDataPageSize(1 << 30)},
	}
	for name, c := range codecs {
		all[name] = []parquet.WriterProperty{pages, plain, parquet.WithCompression(c)}
		all[name+", version 2"] = []parquet.WriterProperty{pages, v2, parquet.WithCompression(c)}
	}
	return all
}

// variousFiles returns files from goodFiles and encodings, but omits most compression formats. With
// -short, it also omits most encodings.
func variousFiles(t *testing.T) map[string][]byte {
	t.Helper()
	files := maps.Clone(goodFiles(t))
	for _, name := range testkit.Some(slices.Sorted(maps.Keys(encodings()))) {
		if !compressed(name) {
			files[name] = encodedFile(t, name)
		}
	}
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return compressed(name) })
	return files
}

// compressed reports whether the named file has a compression format that variousFiles omits.
func compressed(name string) bool {
	return strings.Contains(name, "snappy") || strings.Contains(name, "gzip") || strings.Contains(name, "brotli")
}

// TestParquetEncodings checks that columns with several encodings and codecs pass through
// unchanged, in small and large batches. The test reads inputs and outputs with the Arrow library.
func TestParquetEncodings(t *testing.T) {
	for name := range encodings() {
		t.Run(name, func(t *testing.T) {
			data := encodedFile(t, name)
			in := store(t, "in.parquet", string(data))
			before := openBytes(t, data)
			want := map[string][]string{}
			for i := range before.MetaData().Schema.NumColumns() {
				path := before.MetaData().Schema.Column(i).Path()
				want[path] = readColumn(t, before, path)
			}
			for _, size := range []int{300, 5000} {
				after := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: "none"}, size))
				for path := range want {
					if !slices.Equal(readColumn(t, after, path), want[path]) {
						t.Errorf("batches of %d: %q differs", size, path)
					}
				}
			}
		})
	}
}

func primitive(name string, r parquet.Repetition, t parquet.Type, length int) schema.Node {
	return schema.MustPrimitive(schema.NewPrimitiveNode(name, r, t, -1, int32(length)))
}
