package huffman

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

const pageRows = 4096

// pages returns a page of puzzles and a page of solutions, as Parquet values in PLAIN encoding.
func pages() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	var puzzles, solutions []byte
	for range pageRows {
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
	return map[string][]byte{"puzzles": puzzles, "solutions": solutions}
}

// BenchmarkAppendFrame encodes a page of grids.
func BenchmarkAppendFrame(b *testing.B) {
	for name, src := range pages() {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				dst = AppendFrame(dst[:0], nil, src)
			}
			b.ReportMetric(float64(len(dst))/pageRows, "bytes/row")
		})
	}
}
