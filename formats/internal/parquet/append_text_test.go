package parquet

import (
	"bytes"
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestDecimalsHaveTheirPoint checks that decimals of any length are formatted as big.Rat formats
// them.
func TestDecimalsHaveTheirPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.SliceOfN(rapid.Byte(), 0, maxDecimalBytes).Draw(t, "value")
		scale := rapid.IntRange(0, maxPrecision).Draw(t, "scale")
		n := bigEndian(value)
		want := new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)).FloatString(scale)
		sign := byte(0)
		if n.Sign() < 0 {
			sign = 0xff
		}
		extended := append(bytes.Repeat([]byte{sign}, rapid.IntRange(0, 40).Draw(t, "more")), value...)
		if got := string(appendDecimalBytes([]byte("x"), extended, int32(scale))); got != "x"+want {
			t.Fatalf("%x with scale %d became %q, want x%s", extended, scale, got, want)
		}
		if n.IsInt64() {
			if got := string(setPoint(strconv.AppendInt([]byte("x"), n.Int64(), 10), 1, scale)); got != "x"+want {
				t.Fatalf("%d with scale %d became %q, want x%s", n, scale, got, want)
			}
		}
	})
}
