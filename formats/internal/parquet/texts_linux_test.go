package parquet

import (
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// Values of one size are read together from pages whose last value ends where memory ends, by
// what reads many.
func TestStridedTextsGuardPages(t *testing.T) {
	req := parquet.Repetitions.Required
	arrays := columnOf(t, primitive("c", req, parquet.Types.ByteArray, -1))
	fixed := columnOf(t, primitive("c", req, parquet.Types.FixedLenByteArray, solver.Cells))
	for n := 1; n < 6; n++ {
		plain := []byte(strings.Repeat("\x51\x00\x00\x00"+testkit.Clued, n))
		for c, body := range map[*schema.Column][]byte{arrays: plain, fixed: []byte(strings.Repeat(testkit.Clued, n))} {
			for _, atStart := range []bool{false, true} {
				var l Column
				l.Reset()
				l.add(pageOf(c, parquet.Encodings.Plain, testkit.Guarded(t, body, atStart), n), 0, n, 0, n)
				for texts, err := range l.Texts(0, n) {
					if err != nil {
						t.Fatal(err)
					}
					data, stride := texts.Strided(solver.Cells)
					grids := testkit.Guarded(t, make([]solver.Grid, n), atStart)
					if parsed := solver.ParseMany(grids, data, stride); parsed != n || grids[n-1].String() != testkit.Clued {
						t.Errorf("%d of %d values were read together", parsed, n)
					}
				}
			}
		}
	}
}
