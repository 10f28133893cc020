package ladder

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/gridmill/gridmill/solver"
)

// TestPropagate compares what this processor runs with the plain code, on puzzles and on what is left of their
// solutions with some digits changed, which contradicts itself in all ways.
func TestPropagate(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 21))
	outcomes := map[bool]int{}
	for _, p := range ownPuzzles(t) {
		solution := solutionOf(t, &p)
		for range 400 {
			g := p
			for range random.IntN(30) {
				cell := random.IntN(solver.Cells)
				g[cell] = solution[cell]
			}
			for range random.IntN(2) {
				g[random.IntN(solver.Cells)] = '1' + byte(random.IntN(9))
			}
			var s state
			if !s.read(&g) {
				continue
			}
			for range max(0, random.IntN(20)-10) {
				s.may[random.IntN(9)].low &^= random.Uint64() & random.Uint64() & random.Uint64() & s.open.low
			}
			s.dirty = 0x1ff
			propagateSome(t, s, 1+random.IntN(3))
			plain := s
			want, got := plain.propagatePlain(allWaves), s.propagate(allWaves)
			if got != want {
				t.Fatalf("%v: %d waves, expected %d", &g, got, want)
			}
			outcomes[want >= 0]++
			if want >= 0 && s != plain {
				t.Fatalf("%v: %+v, expected %+v", &g, s, plain)
			}
		}
	}
	if outcomes[true] < 1000 || outcomes[false] < 1000 {
		t.Errorf("%d grids contradict themselves, and %d do not", outcomes[false], outcomes[true])
	}
}

// propagateSome compares runs of a few waves. The plain code finds a cell that takes two digits
// before it places them, and others may after that.
func propagateSome(t *testing.T, s state, most int) {
	plain := s
	for {
		want, got := plain.propagatePlain(most), s.propagate(most)
		switch {
		case want < 0 && got >= 0 && s.propagate(1) < 0, want == got && want <= 0:
			return
		case want != got || s.may != plain.may || s.open != plain.open:
			t.Fatalf("%d waves, expected %d of at most %d: %+v, expected %+v", got, want, most, s, plain)
		}
	}
}

// TestOffsets holds the state to the offsets in the generator.
func TestOffsets(t *testing.T) {
	var s state
	if unsafe.Offsetof(s.may) != 0 || unsafe.Offsetof(s.open) != 144 || unsafe.Sizeof(s.open) != 16 || unsafe.Offsetof(s.open.high) != 8 {
		t.Error("the state does not have the offsets of the assembly")
	}
}
