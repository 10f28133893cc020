package ladder

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/gridmill/gridmill/solver"
)

// TestPropagateAgreesWithPlain compares propagate, which uses the fastest code for the processor,
// with propagatePlain. It adds correct clues to each puzzle. To cause contradictions, it also adds
// random clues or removes candidates.
func TestPropagateAgreesWithPlain(t *testing.T) {
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
				t.Fatalf("%v: %d waves, want %d", &g, got, want)
			}
			outcomes[want >= 0]++
			if want >= 0 && s != plain {
				t.Fatalf("%v: %+v, want %+v", &g, s, plain)
			}
		}
	}
	if outcomes[true] < 1000 || outcomes[false] < 1000 {
		t.Errorf("%d grids lead to contradictions, and %d do not", outcomes[false], outcomes[true])
	}
}

// propagateSome calls propagate and propagatePlain for a few waves at a time, and compares the
// states. If a wave finds two digits for a cell, propagatePlain fails at once, but propagate may
// fail one wave later.
func propagateSome(t *testing.T, s state, waves int) {
	plain := s
	for {
		want, got := plain.propagatePlain(waves), s.propagate(waves)
		switch {
		case want < 0 && got >= 0 && s.propagate(1) < 0, want == got && want <= 0:
			return
		case want != got || s.may != plain.may || s.open != plain.open:
			t.Fatalf("%d of at most %d waves, want %d: %+v, want %+v", got, waves, want, s, plain)
		}
	}
}

// TestOffsets compares the layout of state with the offsets in the assembly.
func TestOffsets(t *testing.T) {
	var s state
	if unsafe.Offsetof(s.may) != 0 || unsafe.Offsetof(s.open) != 144 || unsafe.Sizeof(s.open) != 16 || unsafe.Offsetof(s.open.high) != 8 {
		t.Error("the layout of state differs from the offsets in the assembly")
	}
}
