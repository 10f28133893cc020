package folder

import (
	"encoding/binary"
	"sync"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// A placement is a cell and the digit placed in it.
type placement struct {
	cell, digit int
	strategy    int16 // given, nakedSingle, hiddenSingle or an element of strategies
}

// strategies holds a number for each technique other than singles. The numbers up to 8 occur in the
// data that Shah et al. published. The higher numbers are gridmill's own.
var strategies = [ladder.NumTechniques]int16{
	ladder.NakedPair: 4, ladder.NakedTriple: 5, ladder.LockedCandidates: 6, ladder.XYWing: 7, ladder.UniqueRectangle: 8,
	ladder.XWing: 9, ladder.HiddenPair: 10, ladder.Swordfish: 11, ladder.HiddenTriple: 12, ladder.NakedQuad: 13,
	ladder.Jellyfish: 14, ladder.HiddenQuad: 15, ladder.Skyscraper: 16, ladder.TwoStringKite: 17, ladder.TurbotFish: 18,
	ladder.XYZWing: 19, ladder.WWing: 20, ladder.BUGPlusOne: 21, ladder.TrialAndError: 22, ladder.Extreme: 23,
}

// Values of placement.strategy for clues, and for cells that need only singles.
const (
	given = iota
	_     // in the published data, 1 means that there is no strategy
	nakedSingle
	hiddenSingle
)

// tracer finds the order in which a person would fill a grid. It is not safe for concurrent use.
type tracer struct {
	ladder     *ladder.Ladder
	trace      []placement
	wave       int
	needed     ladder.Technique // hardest technique of the eliminations just before the current wave (see add)
	nextNeeded ladder.Technique // needed is set to this value when the next wave starts
}

var tracers = sync.Pool{New: func() any { return &tracer{ladder: ladder.New()} }}

// appendTrace calls add for row i of a batch, with a placement for every cell. Clues come first, in
// cell order. The other cells follow in the order in which they are solved.
func appendTrace(
	dst []byte, b *formats.Batch, i int, add func(dst []byte, clues int, trace []placement) []byte,
) []byte {
	t := tracers.Get().(*tracer)
	defer tracers.Put(t)
	t.trace, t.wave, t.needed, t.nextNeeded = t.trace[:0], 0, ladder.None, ladder.None
	for cell, c := range b.Puzzles[i] {
		if c != solver.Blank {
			t.trace = append(t.trace, placement{cell, int(c - '0'), given})
		}
	}
	clues := len(t.trace)
	t.ladder.ExplainAll(&b.Puzzles[i], &b.Results[i].Solution, t.add)
	return add(dst, clues, t.trace)
}

// add adds a step. Singles that can be placed at the same time form a wave. Eliminations directly
// before a wave determine the strategy of all its singles.
func (t *tracer) add(s *ladder.Step) {
	if s.Wave != t.wave {
		t.wave, t.needed = s.Wave, t.nextNeeded
	}
	if s.Digit == 0 {
		t.nextNeeded = max(t.needed, s.Technique)
		return
	}
	strategy := int16(nakedSingle)
	switch {
	case s.Technique == ladder.Extreme: // a guess: earlier eliminations do not matter
		strategy = strategies[ladder.Extreme]
	case t.needed != ladder.None:
		strategy = strategies[t.needed]
	case s.Name == "hidden_single":
		strategy = hiddenSingle
	}
	t.trace = append(t.trace, placement{s.Cell, s.Digit, strategy})
	t.nextNeeded = ladder.None
}

func appendInt16(dst []byte, numbers ...int16) []byte {
	for _, n := range numbers {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(n))
	}
	return dst
}
