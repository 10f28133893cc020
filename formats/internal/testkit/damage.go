package testkit

import "math/rand/v2"

// Damage returns a copy of data with some bytes changed, duplicated or removed. data must not be
// empty.
func Damage(r *rand.Rand, data []byte) []byte {
	bad := append([]byte(nil), data...)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(bad))
		if tail := max(1, len(bad)/3); r.IntN(4) == 0 { // near the end, where footers are
			i = len(bad) - 1 - r.IntN(tail)
		}
		n := min(1+r.IntN(8), len(bad)-i)
		switch r.IntN(6) {
		case 0:
			bad[i] ^= 1 << r.IntN(8)
		case 1:
			bad[i] = byte(r.Uint32())
		case 2: // counts and sizes become large or negative
			for k := range n {
				bad[i+k] = 0xff
			}
		case 3:
			clear(bad[i : i+n])
		case 4:
			bad = append(bad[:i], bad[i+n:]...)
		case 5:
			bad = append(bad[:i+n], bad[i:]...)
		}
		if len(bad) < 20 {
			break
		}
	}
	return bad
}
