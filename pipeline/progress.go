package pipeline

import (
	"sync/atomic"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
)

// Progress counts what a run has done so far. Run adds to it, and anybody may
// read it meanwhile.
type Progress struct {
	verdicts [solver.NumVerdicts]atomic.Int64
}

// Verdicts returns how many rows have each verdict so far.
func (p *Progress) Verdicts() (counts [solver.NumVerdicts]int64) {
	for v := range counts {
		counts[v] = p.verdicts[v].Load()
	}
	return counts
}

// Rows returns how many rows are done.
func (p *Progress) Rows() (n int64) {
	for _, count := range p.Verdicts() {
		n += count
	}
	return n
}

func (p *Progress) add(b *formats.Batch) {
	if p == nil {
		return
	}
	var counts [solver.NumVerdicts]int64
	for i := range b.Results {
		counts[b.Results[i].Verdict]++
	}
	for v, n := range counts {
		p.verdicts[v].Add(n)
	}
}
