package formats

import (
	"testing"
)

// BenchmarkHuffman encodes a page of grids, as PLAIN values.
func BenchmarkHuffman(b *testing.B) {
	puzzles := randomPuzzles(chunkRows)
	var plain, solutions []byte
	for i, p := range puzzles {
		plain = appendPlain(plain, []byte(p))
		solutions = appendPlain(solutions, []byte(solution(i%10)))
	}
	for name, src := range map[string][]byte{"puzzles": plain, "solutions": solutions} {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				dst = appendLiteralFrame(dst[:0], nil, src)
			}
			b.ReportMetric(float64(len(dst))/chunkRows, "bytes/row")
		})
	}
}
