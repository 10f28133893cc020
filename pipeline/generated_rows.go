package pipeline

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// GeneratedRows returns a Reader of generated rows. Each puzzle depends only on its row number and
// the mixture. The workers that parse the batches also generate the puzzles. They use the lanes
// solver with the named kernel.
func GeneratedRows(mixture generate.Mixture, kernel string) (formats.Reader, error) {
	m := &maker{mixture: mixture, kernel: kernel}
	x, err := m.take()
	if err != nil {
		return nil, err
	}
	m.give(x)
	return formats.NewGenerated(m, mixture.Rows()), nil
}

// A maker shares generators among workers. Each generator is used by one worker at a time.
type maker struct {
	mixture generate.Mixture
	kernel  string
	made    atomic.Int64 // number of rows generated so far
	run     generate.Run
	mutex   sync.Mutex
	idle    []*generate.Mixer // not a sync.Pool, which could drop a Mixer that holds an unfinished search
}

func (m *maker) Make(first int64, puzzles []solver.Grid, minimal []bool, steps []int32) (made int, err error) {
	x, err := m.take()
	if err != nil {
		return 0, err
	}
	defer m.give(x)
	made, err = len(puzzles), x.Fill(first, puzzles, minimal, steps)
	if err != nil {
		made = 0
		if row, is := errors.AsType[*generate.RowError](err); is {
			made = int(row.Row - first)
		}
	}
	m.made.Add(int64(made))
	if errors.Is(err, generate.ErrNoPuzzle) {
		advice := option.Wanted
		if m.Searched() {
			advice = option.WantedHard
		}
		err = option.Errorf(advice, "%w", err)
	}
	return made, err
}

// Wanted describes the requested puzzles.
func (m *maker) Wanted() string {
	var kinds []string
	for i := range m.mixture {
		kinds = append(kinds, m.mixture[i].Wanted())
	}
	return strings.Join(kinds, " or ")
}

// Attempts returns the approximate number of attempts or steps so far. name says what n counts.
func (m *maker) Attempts() (n int64, name string) {
	n = m.run.Attempts.Load()
	switch {
	case !m.Searched():
		return n, "attempts"
	case !m.mixture.Removes():
		return n, "steps"
	}
	return n, "attempts and steps"
}

func (m *maker) Searched() bool { return m.mixture.Searches() }

// AtOnce implements formats.RowMaker. If rows take many attempts, AtOnce allows only a few rows per
// call, so that rows are written soon.
func (m *maker) AtOnce(first int64) int64 {
	if !slices.ContainsFunc(m.mixture, func(p generate.Part) bool { return !p.TakesAny() }) {
		return math.MaxInt64
	}
	attemptsInHalfSecond, least := int64(1<<16), int64(1)
	if m.Searched() {
		attemptsInHalfSecond, least = 1<<7, generate.PerLineage
	}
	n := least
	if made := m.made.Load(); made > 0 {
		n = max(least, attemptsInHalfSecond*made/max(m.run.Attempts.Load(), made))
	}
	switch {
	case !m.Searched():
	case len(m.mixture) == 1:
		// Each search yields PerLineage rows. End the batch where a search ends, so that the next
		// batch need not repeat the search.
		n -= (first + n) % generate.PerLineage
	default:
		// The next batch must repeat the searches that this batch cuts off, so avoid short batches.
		n = max(n, 8*generate.PerLineage*int64(len(m.mixture)))
	}
	return n
}

func (m *maker) Stop() { m.run.Stop.Store(true) }

func (m *maker) Weighted() bool { return m.mixture.Weighted() }

func (m *maker) take() (*generate.Mixer, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if last := len(m.idle) - 1; last >= 0 {
		x := m.idle[last]
		m.idle = m.idle[:last]
		return x, nil
	}
	return generate.NewMixer(m.mixture, m.kernel, &m.run)
}

func (m *maker) give(x *generate.Mixer) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.idle = append(m.idle, x)
}
