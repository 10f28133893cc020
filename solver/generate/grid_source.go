package generate

import "github.com/gridmill/gridmill/solver"

// gridSource yields the grids that rows start from.
type gridSource struct {
	sampler sampler
	seed    uint64
	number  int64 // of the block
	block   []solver.Grid
	spare   []solver.Grid // a block of which one grid is wanted
}

// of returns a grid of a seed by its number or, where it did not do for a row, the grid that
// replaces it. It is good until the next call.
func (s *gridSource) of(seed uint64, number, row int64, replacement int) *solver.Grid {
	if replacement > 0 {
		// Any place in a block is as good as another, but its first grids are not quite as
		// independent of where a block starts as the whole is.
		random := newStream(seed, forReplacement, uint64(row), uint64(replacement))
		block, i := random.next(), random.below(blockGrids)
		if s.spare == nil {
			s.spare = make([]solver.Grid, blockGrids)
		}
		s.sampler.drawBlock(s.spare[:i+1], seed, block)
		return &s.spare[i]
	}
	if block := number / blockGrids; s.block == nil || s.number != block || s.seed != seed {
		if s.block == nil {
			s.block = make([]solver.Grid, blockGrids)
		}
		s.sampler.drawBlock(s.block, seed, uint64(block))
		s.number, s.seed = block, seed
	}
	return &s.block[number%blockGrids]
}
