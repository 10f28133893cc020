package benchmarks

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/morph"
)

const (
	// reference is the variant whose verdicts the other variants must confirm.
	reference = "mrv"

	// referenceBudget is the maximum number of guesses that the reference makes for a puzzle.
	// Five million guesses take a few seconds. Puzzles that remain undecided are omitted.
	referenceBudget = 5_000_000

	// batchSize is the number of puzzles in a batch. Normal runs use the same number by default. If
	// Options.Puzzles is 0, corpora with fewer puzzles are repeated to fill a batch. Without
	// repetition, variants that solve many puzzles in parallel would seem slow.
	batchSize = formats.SectionRows
)

// truth holds what the reference has proven about a puzzle. verdict and count, but not guesses,
// also apply to the morphs of the puzzle.
type truth struct {
	verdict solver.Verdict
	count   int32
	guesses int32 // guesses that the reference makes for the corpus puzzle
}

// puzzleSet holds the puzzles that contestants must solve: random morphs of a corpus's puzzles, in
// random order. It omits puzzles that the reference cannot decide. Options.Puzzles limits the size.
// Without a limit, a small corpus is repeated, each time in a new order and with new symmetries.
type puzzleSet struct {
	corpus   *Corpus
	distinct int // number of corpus puzzles that have morphs in the set
	unproven int // number of puzzles that the reference cannot decide
	puzzles  []solver.Grid
	origin   []int32             // for each puzzle of the set, the index of its original in the corpus
	truths   []truth             // the known result of each puzzle of the corpus
	index    map[solver.Grid]int // index of each puzzle of the set; find creates it
}

// newSet solves a corpus with the reference variant and returns the resulting set. The set does not
// depend on the contestants or on the other corpora in a run.
func newSet(ctx context.Context, c *Corpus, o *Options) (*puzzleSet, error) {
	s := &puzzleSet{corpus: c}
	var err error
	if s.truths, err = solveReference(ctx, c.Puzzles, o.MaxSolutions); err != nil {
		return nil, err
	}
	var proven []int32
	for i, t := range s.truths {
		if t.verdict == solver.Unfinished {
			s.unproven++
			continue
		}
		proven = append(proven, int32(i))
	}
	if len(proven) == 0 {
		return nil, fmt.Errorf("%s: %s does not solve any of the puzzles within %d guesses, so answers cannot be checked", c.Name, reference, referenceBudget)
	}
	r := rand.New(rand.NewPCG(o.Seed, seedOf(c)))
	var m morph.Morph
	morphSeed := r.Uint64()
	s.distinct = min(cmp.Or(o.Puzzles, len(proven)), len(proven))
	for round := uint64(0); len(s.puzzles) == 0 || o.Puzzles == 0 && len(s.puzzles) < batchSize; round++ {
		r.Shuffle(len(proven), func(i, j int) { proven[i], proven[j] = proven[j], proven[i] })
		for _, i := range proven[:s.distinct] {
			var morphed solver.Grid
			m.Draw(morphSeed, uint64(i), round)
			m.Apply(&morphed, &c.Puzzles[i])
			s.puzzles = append(s.puzzles, morphed)
			s.origin = append(s.origin, i)
		}
	}
	return s, nil
}

// seedOf returns a seed that depends only on c, not on the other corpora in a run.
func seedOf(c *Corpus) uint64 {
	sum, err := hex.DecodeString(c.SHA256)
	if err != nil || len(sum) < 8 {
		return 0 // for a corpus that is not from a file
	}
	return binary.LittleEndian.Uint64(sum)
}

// solveReference returns the truth about each puzzle. It can use all processors, because timing has
// not started yet.
func solveReference(ctx context.Context, puzzles []solver.Grid, maxSolutions int32) ([]truth, error) {
	const chunk = 256
	truths := make([]truth, len(puzzles))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(puzzles); from += chunk {
		to := min(from+chunk, len(puzzles))
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			s, err := solver.New(reference, solver.Config{MaxSolutions: maxSolutions, MaxGuesses: referenceBudget})
			if err != nil {
				return err
			}
			var results [chunk]solver.Result
			s.Solve(puzzles[from:to], results[:to-from])
			for i := range to - from {
				truths[from+i] = truthOf(&results[i])
			}
			return nil
		})
	}
	return truths, group.Wait()
}

// truthOf returns what a result of the reference proves. A search that was cut off proves nothing,
// because it may have missed solutions.
func truthOf(r *solver.Result) truth {
	if r.Guesses == referenceBudget {
		return truth{verdict: solver.Unfinished}
	}
	return truth{r.Verdict, r.Count, r.Guesses}
}

func (s *puzzleSet) truth(i int) truth { return s.truths[s.origin[i]] }

// find returns the index of g in the set and reports whether the set contains g. If g occurs
// several times, find always returns the same index.
func (s *puzzleSet) find(g solver.Grid) (i int, found bool) {
	if s.index == nil {
		s.index = make(map[solver.Grid]int, len(s.puzzles))
		for i, p := range s.puzzles {
			s.index[p] = i
		}
	}
	i, found = s.index[g]
	return i, found
}

// original returns the original of puzzle i of the set. The original is a puzzle of the corpus.
func (s *puzzleSet) original(i int) *solver.Grid { return &s.corpus.Puzzles[s.origin[i]] }

// line returns the line number of original(i) in the corpus file.
func (s *puzzleSet) line(i int) int64 { return s.corpus.Lines[s.origin[i]] }
