package score

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

const (
	puzzleText   = testkit.Clued
	solutionText = testkit.Solved
)

// solve returns the result of a search for up to two solutions.
func solve(puzzle *solver.Grid) *solver.Result {
	results := make([]solver.Result, 1)
	testkit.Solver().Solve([]solver.Grid{*puzzle}, results)
	return &results[0]
}

func text(s *Scorer, puzzle *solver.Grid, r *solver.Result, answer *solver.Grid, output string) (score Score) {
	found := extract.Last([]byte(output))
	s.Queue(&score, puzzle, r, answer, &found)
	s.Flush()
	return score
}

// lineKind is the kind of a grid of 81 characters.
var lineKind = int32((&extract.Found{Shape: extract.Line}).Kind())

// TestSeveralSolutions scores outputs for a puzzle with several solutions. Any solution must count
// as solved. An incomplete output must count as consistent if it can be completed to a solution.
func TestSeveralSolutions(t *testing.T) {
	puzzle := solver.Grid([]byte(strings.Repeat(".", 81)))
	r, s := solve(&puzzle), New()
	for output, want := range map[string]Score{
		solutionText: {Kind: lineKind, Cells: 81, Filled: 81, CellsRight: Unknown, Solved: true, Consistent: true},
		puzzleText:   {Kind: lineKind, Cells: 81, Filled: 30, CellsRight: Unknown, Consistent: true},
		"12345678." + "........9" + strings.Repeat(".", 63): {Kind: lineKind, Cells: 81, Filled: 9, CellsRight: Unknown},
	} {
		if got := text(s, &puzzle, r, nil, output); got != want {
			t.Errorf("%s: %+v, want %+v", output, got, want)
		}
	}
}

func play(s *Scorer, puzzle *solver.Grid, r *solver.Result, output []byte) (score Score, moves Moves) {
	s.QueueMoves(&score, &moves, puzzle, r, nil, output)
	s.Flush()
	return score, moves
}

func TestMoves(t *testing.T) {
	puzzle := solver.Grid([]byte(puzzleText))
	r, s := solve(&puzzle), New()
	for _, test := range []struct {
		output string
		want   Moves
		filled int32
	}{
		{"[[1, 3, 4], [5, 5, 5]]", Moves{Made: 2, Legal: 2, Consistent: 2, Forced: 1}, 32},
		{`{"name": "place", "arguments": "{\"row\": 5, \"col\": 5, \"digit\": 5}"}`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{"r5c5 = 5, then R1C3=1", Moves{Made: 2, Legal: 2, Consistent: 1, Forced: 1, FirstWrong: 2}, 32},
		{"[5,5,5] [5,5,5] [1,1,5] [1,3,3]", Moves{Made: 4, Legal: 1, Consistent: 1, Forced: 1, Repeated: 1, FirstWrong: 2}, 31},
		{"[[5, 3, 4, 6], [5, 5]] in 3 moves", Moves{}, 0},
		{"[1, 3, 4] [100, 1, 1] [-1, 3, 4] [5, 5, -5]", Moves{Made: 4, Legal: 1, Consistent: 1, FirstWrong: 2}, 31},
		{"[5.0, 5.0, 5.0] [1.5, 3, 4]", Moves{Made: 2, Legal: 1, Consistent: 1, Forced: 1, FirstWrong: 2}, 31},
		{`{"row": 1.7, "col": 3, "digit": 4}`, Moves{Made: 1, FirstWrong: 1}, 30},
		{"Not [5, 5, 1]. <Final_Answer>[[5, 5, 5]]", Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`["5", "5", "5"]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`{"row": -1, "col": 5, "digit": 5}`, Moves{Made: 1, FirstWrong: 1}, 30},
		{"<think>[5, 5, 1] fails</think> [5, 5, 5]", Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{"[5, 5, 5] <think>or <answer>[5, 5, 1]</answer>?</think> [1, 3, 4] <think>[2, 2, 2]", Moves{Made: 2, Legal: 2, Consistent: 2, Forced: 1}, 32},
		{"[5, 5, 1] fails</think> [5, 5, 5]", Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{"<think>[5, 5, 1]</think >[5, 5, 5]", Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[5, 5, 1] <answer type="final">[5, 5, 5]</answer>`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`"r5c5 is 5\nr5c5=5\tr1c3=4"`, Moves{Made: 2, Legal: 2, Consistent: 2, Forced: 1}, 32}, // JSON that is not a chat
		{"Not [5, 5, 1]. <answer>[[5, 5, 5]]</answer>", Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": "r5c5=1 is wrong", "tool_calls": [{"arguments": "{\"row\": 5, \"col\": 5, \"digit\": 5}"}]}]`,
			Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": "r5c5=5", "tool_calls": []}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{"[[10, 1, 1], [1, 3, 4], [2, 0, 7]]", Moves{Made: 3, Legal: 1, Consistent: 1, FirstWrong: 1}, 31},
		{"[10, 1, 1] [10, 1, 2] [10, 1, 1] r10c1=1", Moves{Made: 4, Repeated: 2, FirstWrong: 1}, 30},
		{"r5c5=5 r2c10=7", Moves{Made: 2, Legal: 1, Consistent: 1, Forced: 1, FirstWrong: 2}, 31},
		{`{"row": 1, "col": 3, "digit": 4}, {"row": 2, "col": 10, "digit": 7}, {"row": 5, "col": 5, "digit": 5}`,
			Moves{Made: 3, Legal: 2, Consistent: 2, Forced: 1, FirstWrong: 2}, 32},
		{`{"row": 5, "col": 5}, {"digit": 5}`, Moves{}, 0},
		{`[{"role": "assistant", "content": "r5c5 is 5\nr5c5=5\nr1c3=4"}]`, Moves{Made: 2, Legal: 2, Consistent: 2, Forced: 1}, 32},
		{`[{"from": "human", "value": "r5c5=1"}, {"from": "gpt", "value": "r5c5=5"}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		// If a message has calls, only these count. Otherwise, only its content counts.
		{`[{"role": "assistant", "reasoning_content": "r5c5=1", "thinking": "r1c3=1", "content": "r5c5=5", "foo": "[1, 3, 4]"}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "reasoning_content": "r5c5=1", "content": null}]`, Moves{}, 0},
		{`[{"role": "assistant", "reasoning_content": "r5c5=1", "content": "\u003cthink\u003er1c3=1\u003c/think\u003e r5c5=5"}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": [{"type": "thinking", "thinking": "r5c5=1"}, {"type": "reasoning", "text": "r5c5=2"}, {"type": "text", "text": "r5c5=5"}]}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": [{"type": "text", "text": "r5c5=1"}, {"type": "tool_use", "name": "place", "input": {"row": 5, "col": 5, "digit": 5}}]}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": null, "tool_calls": [{"function": {"arguments": "{\"row\": 5, \"col\": 5, \"digit\": 5}"}}], "function_call": null}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": "r5c5=5", "parameters": {"temperature": 0}}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
		{`[{"role": "assistant", "content": [{"row": 5, "col": 5, "digit": 5}]}]`, Moves{Made: 1, Legal: 1, Consistent: 1, Forced: 1}, 31},
	} {
		score, moves := play(s, &puzzle, r, []byte(test.output))
		if moves != test.want || score.Filled != test.filled {
			t.Errorf("%s: %+v, %d filled; want %+v, %d", test.output, moves, score.Filled, test.want, test.filled)
		}
	}
}

func TestScoringDoesNotAllocate(t *testing.T) {
	puzzle := solver.Grid([]byte(puzzleText))
	r, s, output := solve(&puzzle), New(), []byte("<answer>\n"+solutionText[:80]+".</answer>")
	moves := []byte("[[1, 3, 4], [5, 5, 5]]")
	several := *r
	several.Verdict = solver.Multiple
	scores := make([]Score, 2)
	if n := testing.AllocsPerRun(10, func() {
		found := extract.Last(output)
		s.Queue(&scores[0], &puzzle, r, nil, &found)
		s.Queue(&scores[1], &puzzle, &several, nil, &found)
		s.Flush()
	}); n != 0 {
		t.Errorf("%v allocations per output", n)
	}
	var made Moves
	if n := testing.AllocsPerRun(10, func() {
		s.QueueMoves(&scores[0], &made, &puzzle, &several, nil, moves)
		s.Flush()
	}); n != 0 {
		t.Errorf("%v allocations per output with moves", n)
	}
}

func FuzzMoves(f *testing.F) {
	f.Add([]byte("[[1, 3, 4], [5, 5, 5]] r1c3=4 {\"row\": 5, \"col\": 5, \"value\": 5}"))
	puzzle := solver.Grid([]byte(puzzleText))
	r, s := solve(&puzzle), New()
	f.Fuzz(func(t *testing.T, text []byte) {
		_, m := play(s, &puzzle, r, text)
		several := *r
		several.Verdict = solver.Multiple
		if _, searched := play(s, &puzzle, &several, text); searched != m {
			t.Errorf("%+v with searches, %+v without", searched, m)
		}
		if m.Legal > m.Made || m.Consistent > m.Legal || m.Forced > m.Legal || m.FirstWrong > m.Made {
			t.Errorf("%+v", m)
		}
	})
}

func TestRewardsAreChecked(t *testing.T) {
	for _, text := range []string{"", "solved", "solved=x", "speed=1", "solved=1e9", "solved=Inf", "solved=60000,exact=-60000", strings.Repeat("solved=100000,", 29) + "solved=100000", "moves_legal=1", "solved=NaN"} {
		if _, err := ParseReward(text, false); err == nil {
			t.Errorf("%q is accepted as a reward", text)
		}
	}
}
