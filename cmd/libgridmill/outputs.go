package main

// #include "abi.h"
import "C"

import (
	"cmp"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
)

// texts holds model outputs, stored one after another.
type texts struct {
	all  []byte
	ends []int64
}

// textsOf divides the memory that starts at *all into n texts. Text i holds the bytes from ends[i]
// up to ends[i+1].
func textsOf(all *C.const_text, ends *C.const_ends, n int) (t texts, err error) {
	t.ends = array[int64](ends, n+1, "ends", &err)
	if err != nil {
		return t, err
	}
	for i, end := range t.ends {
		if end < 0 || end > maxIndex || i > 0 && end < t.ends[i-1] {
			return t, &rowError{C.GRIDMILL_BAD_ARGUMENT, max(i-1, 0), "the values of ends must be from 0 to 2^40 and must not decrease"}
		}
	}
	t.all = array[byte](all, int(t.ends[n]), "texts", &err)
	return t, err
}

func (t *texts) of(i int) []byte { return t.all[t.ends[i]:t.ends[i+1]] }

//export gridmill_extract
func gridmill_extract(all *C.const_text, ends *C.const_ends, n C.int64_t, role *C.const_text, grids *C.uint8_t, kinds *C.int32_t, e *C.gridmill_error) C.int32_t {
	return call(e, func(*engine) error {
		count, err := rows(n)
		if err != nil {
			return err
		}
		t, err := textsOf(all, ends, count)
		to := array[byte](grids, count*solver.Cells, "the result", &err)
		switch {
		case err != nil:
			return err
		case role == nil:
			return badArgument("the role is NULL")
		}
		how, who := optional[int32](kinds, count), C.GoString(role)
		for i := range count {
			found := extract.LastOf(t.of(i), who)
			writeGrid(to, i, &found.Grid)
			put(how, i, int32(found.Kind()))
		}
		return nil
	})
}

// scoring holds the arguments of a call that scores outputs.
type scoring struct {
	*engine
	texts   texts
	grids   []byte // used instead of texts if the outputs are grids
	answers []byte // may be nil
	moves   bool
	reward  *score.Reward // may be nil
}

// scored holds the scores of the outputs for a block of puzzles.
type scored struct {
	*score.Scorer
	scores [blockRows]score.Score
	moves  [blockRows]score.Moves
	answer solver.Grid
	output extract.Found
}

//export gridmill_score_outputs
func gridmill_score_outputs(puzzles *C.const_cells, n C.int64_t, outputs *C.const_text, ends *C.const_ends, answers *C.const_cells, moves C.int32_t, reward *C.const_text, scores *C.gridmill_score, e *C.gridmill_error) C.int32_t {
	return call(e, func(e *engine) error {
		count, from, to, err := inAndOut[C.gridmill_score](puzzles, n, scores, 1)
		if err != nil {
			return err
		}
		s := scoring{engine: e, answers: optional[byte](answers, count*solver.Cells), moves: moves != 0}
		if e.scored.Scorer == nil {
			e.scored.Scorer = score.New()
		}
		if ends != nil {
			s.texts, err = textsOf(outputs, ends, count)
		} else if s.grids = array[byte](outputs, count*solver.Cells, "outputs", &err); err == nil && s.moves {
			err = badArgument("lists of moves must be text, but the outputs are grids, because ends is NULL")
		}
		if err == nil && reward != nil {
			if s.reward, err = score.ParseReward(C.GoString(reward), s.moves); err != nil {
				err = badArgument("%v", err)
			} else if s.reward.Exact && s.answers == nil {
				err = badArgument("the reward includes \"exact\", but no answers were given")
			}
		}
		if err != nil {
			return err
		}
		var bad error
		err = e.search(twoSolutions, count, from, func(first int, puzzles []solver.Grid, results []solver.Result) {
			for i := 0; i < len(results) && bad == nil; i++ {
				bad = s.score(i, first+i, &puzzles[i], &results[i])
			}
			e.scored.Flush()
			for i := range results {
				s.write(&to[first+i], i, &puzzles[i])
			}
		})
		return cmp.Or(err, bad)
	})
}

// score scores the output in the given row, which is row i of its block.
func (s *scoring) score(i, row int, puzzle *solver.Grid, r *solver.Result) error {
	to := &s.scored
	var answer *solver.Grid
	if s.answers != nil {
		answer = &to.answer
		if err := readGrid(answer, s.answers, row); err != nil {
			return err
		}
	}
	switch {
	case s.moves:
		to.QueueMoves(&to.scores[i], &to.moves[i], puzzle, r, answer, s.texts.of(row))
		return nil
	case s.grids == nil:
		to.output = extract.Last(s.texts.of(row))
	default:
		to.output.Shape, to.output.Place, to.output.Cells = extract.Line, extract.InText, solver.Cells
		if err := readGrid(&to.output.Grid, s.grids, row); err != nil {
			return err
		}
	}
	to.moves[i] = score.Moves{}
	to.Queue(&to.scores[i], puzzle, r, answer, &to.output)
	return nil
}

// write converts the score of row i of a block and stores it in *to.
func (s *scoring) write(to *C.gridmill_score, i int, puzzle *solver.Grid) {
	o, m := &s.scored.scores[i], &s.scored.moves[i]
	*to = C.gridmill_score{
		found: C.int32_t(o.Kind),
		cells: C.int32_t(o.Cells), filled: C.int32_t(o.Filled), clues_kept: C.int32_t(o.CluesKept),
		conflicts: C.int32_t(o.Conflicts), cells_right: C.int32_t(o.CellsRight),
		moves: C.int32_t(m.Made), moves_legal: C.int32_t(m.Legal), moves_consistent: C.int32_t(m.Consistent),
		moves_forced: C.int32_t(m.Forced), moves_repeated: C.int32_t(m.Repeated), first_wrong: C.int32_t(m.FirstWrong),
		solved: oneIf(o.Solved), consistent: oneIf(o.Consistent), exact: oneIf(o.Exact),
	}
	if s.reward != nil {
		to.reward = C.double(s.reward.Of(o, m, int32(puzzle.Clues()))) / 1000
	}
}

func oneIf(b bool) C.uint8_t {
	if b {
		return 1
	}
	return 0
}
