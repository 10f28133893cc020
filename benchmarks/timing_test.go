package benchmarks

import "testing"

func TestQueens(t *testing.T) {
	for n, want := range map[int]int{1: 1, 3: 0, 6: 4, 8: 92, 10: 724} {
		if got := queens(n, 0, 0, 0); got != want {
			t.Errorf("%d queens can be placed in %d ways, want %d", n, got, want)
		}
	}
}
