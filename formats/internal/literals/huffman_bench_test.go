package literals

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// BenchmarkAppendFrame encodes a page of grids, as PLAIN values of Parquet.
func BenchmarkAppendFrame(b *testing.B) {
	const rows = 4096
	r := rand.New(rand.NewPCG(1, 2))
	var puzzles, solutions []byte
	for range rows {
		puzzles = binary.LittleEndian.AppendUint32(puzzles, 81)
		solutions = binary.LittleEndian.AppendUint32(solutions, 81)
		digits := r.Perm(9)
		for _, c := range testkit.Solved {
			digit := byte('1' + digits[c-'1'])
			solutions = append(solutions, digit)
			if r.IntN(3) > 0 {
				digit = '.'
			}
			puzzles = append(puzzles, digit)
		}
	}
	for name, src := range map[string][]byte{"puzzles": puzzles, "solutions": solutions} {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				dst = AppendFrame(dst[:0], nil, src)
			}
			b.ReportMetric(float64(len(dst))/rows, "bytes/row")
		})
	}
}
