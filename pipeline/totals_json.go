package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/solver"
)

// totalsJSON is the JSON encoding of Totals. It omits Scores, because parts have none. It stores
// verdicts and answer classes by name.
type totalsJSON struct {
	Rows     int64                `json:"rows"`
	Verdicts map[string]int64     `json:"verdicts"`
	Answers  map[string]int64     `json:"answers,omitempty"`
	Clues    map[int]int64        `json:"clues,omitempty"`
	Guesses  Histogram            `json:"guesses"`
	Hardest  []Hard               `json:"hardest"`
	Reasons  formats.ReasonCounts `json:"reasons,omitempty"`
	formats.Events
}

// MarshalJSON implements json.Marshaler.
func (t *Totals) MarshalJSON() ([]byte, error) {
	return json.Marshal(&totalsJSON{
		Rows: t.Rows, Verdicts: CountsBy(t.Verdicts[:], verdictName), Answers: CountsBy(t.Answers[:], answerName),
		Clues:   CountsBy(t.Clues[:], func(clues int) int { return clues }),
		Guesses: t.Guesses, Hardest: append([]Hard{}, t.Hardest...), Reasons: t.Reasons, Events: t.Events,
	})
}

// CountsBy returns a map of the nonzero counts. name returns the key for an index.
func CountsBy[K comparable](counts []int64, name func(i int) K) map[K]int64 {
	named := map[K]int64{}
	for i, n := range counts {
		if n > 0 {
			named[name(i)] = n
		}
	}
	return named
}

// UnmarshalJSON implements json.Unmarshaler. It rejects unknown names. It accepts impossible
// counts, because the verify command and the seals of manifests detect them.
func (t *Totals) UnmarshalJSON(text []byte) error {
	var j totalsJSON
	if err := exactjson.Decode(text, &j); err != nil {
		return err
	}
	*t = Totals{Rows: j.Rows, Guesses: j.Guesses, Hardest: j.Hardest, Reasons: j.Reasons, Events: j.Events}
	return errors.Join(takeCounts(t.Verdicts[:], j.Verdicts, verdictName), takeCounts(t.Answers[:], j.Answers, answerName),
		takeCounts(t.Clues[:], j.Clues, func(clues int) int { return clues }))
}

// takeCounts sets counts from a map that CountsBy returned. It rejects unknown keys.
func takeCounts[K comparable](counts []int64, named map[K]int64, name func(i int) K) error {
	known := 0
	for i := range counts {
		n, given := named[name(i)]
		if given {
			known++
		}
		counts[i] = n
	}
	if known < len(named) {
		return fmt.Errorf("counts with unknown keys: %d", len(named)-known)
	}
	return nil
}

func verdictName(v int) string { return solver.Verdict(v).String() }

// answerName returns the name of an answer class, or "no answer" for rows without an answer.
func answerName(a int) string {
	if a == int(formats.NoAnswer) {
		return "no answer"
	}
	return formats.AnswerClass(a).String()
}

// histogramJSON is the JSON encoding of a Histogram. Each key of Counts is the smallest number in
// a bucket.
type histogramJSON struct {
	Sum    int64           `json:"sum"`
	Max    int32           `json:"max"`
	Counts map[int32]int64 `json:"counts"`
}

// MarshalJSON implements json.Marshaler.
func (h *Histogram) MarshalJSON() ([]byte, error) {
	return json.Marshal(histogramJSON{h.sum, h.max, CountsBy(h.counts, least)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *Histogram) UnmarshalJSON(text []byte) error {
	var j histogramJSON
	if err := exactjson.Decode(text, &j); err != nil {
		return err
	}
	*h = Histogram{sum: j.Sum, max: j.Max}
	for _, n := range j.Counts {
		h.extend(bucket(j.Max) + 1)
		h.n += n
	}
	return takeCounts(h.counts, j.Counts, least)
}
