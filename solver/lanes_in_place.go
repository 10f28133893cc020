package solver

import (
	"math/bits"
	"unsafe"
)

// Vector kernels copy stuck lanes to a separate block, where many lanes branch at the same time.
// The portable kernel has only four lanes, so this would not pay off. Its stuck lanes branch in
// the working block, and the states of waiting searches are copied directly to that block.

// inPlace reports whether lanes branch in the working block.
func (k *kernel) inPlace() bool { return k.branch == nil }

// fillInPlace copies waiting searches to the free lanes of the working block.
func (s *lanes) fillInPlace() {
	for m := uint32(1<<s.width-1) &^ s.busy; m != 0; m &= m - 1 {
		if len(s.waiting) == 0 {
			s.startMore()
		}
		if len(s.waiting) == 0 {
			return
		}
		lane, id := bits.TrailingZeros32(m), s.waiting[0]
		s.waiting = s.waiting[:copy(s.waiting, s.waiting[1:])]
		x := &s.searches[id]
		loadLane(s.work.cells, s.kernel.shift, lane, &s.states[s.slot(x.open, id)])
		s.inLane[lane] = id
		x.since = s.round
		s.busy |= 1 << lane
	}
}

// branchInPlace assumes a candidate in each stuck lane whose search has guesses left. It ends the
// searches of the other stuck lanes, and returns the lanes whose searches it ended.
func (s *lanes) branchInPlace(stuck uint32) (ended uint32) {
	for m := stuck; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		id := s.inLane[lane]
		x := &s.searches[id]
		if x.result.Guesses == s.MaxGuesses {
			s.end(s.leave(lane), true)
			ended |= 1 << lane
			continue
		}
		other := &s.states[s.guess(id)]
		copyLane(other, s.work.cells, s.kernel.shift, lane)
		var cell int
		if s.scores(id) {
			cell = branchCell(other)
		} else {
			cell = firstOpen(other)
		}
		lowest := other[cell] & -other[cell]
		other[cell] ^= lowest
		*wordAt(s.work.cells, s.kernel.shift, cell, lane) = lowest
	}
	return ended
}

// loadLane copies a state to a lane of a block.
func loadLane(block *uint16, shift uint8, lane int, s *state) {
	row, word := 2<<shift, unsafe.Pointer(wordAt(block, shift, 0, lane))
	for cell := 0; cell < Cells; cell += 3 {
		*(*uint16)(word) = s[cell]
		*(*uint16)(unsafe.Add(word, row)) = s[cell+1]
		*(*uint16)(unsafe.Add(word, 2*row)) = s[cell+2]
		word = unsafe.Add(word, 3*row)
	}
}

// copyLane copies a lane of a block to a state.
func copyLane(s *state, block *uint16, shift uint8, lane int) {
	row, word := 2<<shift, unsafe.Pointer(wordAt(block, shift, 0, lane))
	for cell := 0; cell < Cells; cell += 3 {
		s[cell] = *(*uint16)(word)
		s[cell+1] = *(*uint16)(unsafe.Add(word, row))
		s[cell+2] = *(*uint16)(unsafe.Add(word, 2*row))
		word = unsafe.Add(word, 3*row)
	}
}
