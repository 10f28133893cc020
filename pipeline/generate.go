package pipeline

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/generate"
)

// Generate returns a Reader of generated rows, where each puzzle is a function of only the options
// and its row number. The Reader hands out row numbers; the workers that parse batches make the
// puzzles. kernel names the kernel of the lanes solver that generators use.
func Generate(o generate.Options, rows int64, kernel string) (formats.Reader, error) {
	m := &maker{options: o, kernel: kernel}
	g, err := m.newGenerator()
	if err != nil {
		return nil, err
	}
	m.idle = append(m.idle, g)
	return formats.NewNumbered(m, rows), nil
}

// maker shares generators among workers, as only one worker at a time can use a generator.
type maker struct {
	options  generate.Options
	kernel   string
	attempts atomic.Int64
	made     atomic.Int64 // rows
	stop     atomic.Bool
	mutex    sync.Mutex
	idle     []*generate.Generator
}

// Make implements formats.RowMaker.
func (m *maker) Make(first int64, puzzles []solver.Grid, minimal []bool) error {
	g, err := m.take()
	if err != nil {
		return err
	}
	defer m.give(g)
	err = g.Fill(first, puzzles, minimal)
	m.made.Add(int64(len(puzzles)))
	if errors.Is(err, generate.ErrNoPuzzle) {
		err = option.Errorf(option.Wanted, "%w", err)
	}
	return err
}

// Wanted describes the puzzles that are searched for.
func (m *maker) Wanted() string { return m.options.Wanted() }

// Attempts returns about how many puzzles have been tried so far.
func (m *maker) Attempts() int64 { return m.attempts.Load() }

// AtOnce implements formats.RowMaker. Rows that take many attempts are made a few at a time, so
// that they are written soon after they are found. Whether rows are rare is only known after the
// first ones.
func (m *maker) AtOnce() int64 {
	const attempts = 1 << 16 // half a second
	if m.options.TakesAny() {
		return math.MaxInt64
	}
	made := m.made.Load()
	if made == 0 {
		return 1
	}
	return max(1, attempts*made/max(m.attempts.Load(), made))
}

// Stop implements formats.RowMaker.
func (m *maker) Stop() { m.stop.Store(true) }

// Weighted implements formats.RowMaker.
func (m *maker) Weighted() bool { return m.options.AllMinimal() }

func (m *maker) take() (*generate.Generator, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if last := len(m.idle) - 1; last >= 0 {
		g := m.idle[last]
		m.idle = m.idle[:last]
		return g, nil
	}
	return m.newGenerator()
}

func (m *maker) newGenerator() (*generate.Generator, error) {
	g, err := generate.New(m.options, m.kernel)
	if err != nil {
		return nil, err
	}
	g.CountAttempts(&m.attempts)
	g.StopWith(&m.stop)
	return g, nil
}

func (m *maker) give(g *generate.Generator) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.idle = append(m.idle, g)
}
