package datasets

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/verify"
)

func chatOf(s *dataset.Success) folder.Chat {
	states, _ := strconv.Atoi(s.Option("states")) // 0 if the option is not recorded
	negatives, _ := strconv.Atoi(s.Option("negatives"))
	extras, _ := formats.ParseExtras(s.Option("with"))
	steps, search := extras.Steps()
	return folder.Chat{
		Style: cmp.Or(s.Option("prompt"), folder.ChatStyles[0]), Template: s.Option("template_text"),
		Steps: steps, Search: search, States: states, Negatives: negatives,
	}
}

// checkMessages checks that the prompt of row i contains the puzzle and that the answer contains
// its solution. It also checks that the messages are exactly what the layout writes.
func (v *tableVerifier) checkMessages(e *checkedRows, b *formats.Batch, i int, messages []byte) {
	r, puzzle, solution := &e.rows[i], &b.Puzzles[i], &b.Results[i].Solution
	before := len(r.faults)
	if extract.LastOf(messages, "user").Grid != *puzzle {
		r.fault("the prompt does not contain the puzzle")
	}
	if extract.LastOf(messages, "assistant").Grid != *solution {
		r.fault("the answer does not contain the solution")
	}
	if len(r.faults) > before {
		return
	}
	e.messages = v.layout.chat.AppendMessages(e.messages[:0], puzzle, solution)
	if !bytes.Equal(messages, e.messages) {
		is, should := verify.Differing(string(messages), string(e.messages))
		r.fault("messages are %s, expected %s", is, should)
	}
}

// compareStates compares the positions (partly filled grids) of a batch with the next bytes of the
// split's file of positions. The file must contain exactly what the layout writes. compareStates
// stops after a difference or a batch with an invalid row.
func (v *tableVerifier) compareStates(e *checkedRows) {
	if v.sameStates == nil {
		return
	}
	_, err := v.sameStates.Write(e.positions)
	if err != nil {
		v.faultOf(v.states.Path, "%w", err)
	}
	if err != nil || !e.whole {
		v.sameStates = nil
	}
}
