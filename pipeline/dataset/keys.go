package dataset

import (
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
)

// keysOfBatch is what a worker computes for a batch of solved rows.
type keysOfBatch struct {
	fates   []fate           // candidate if it depends on other rows
	rows    []keysort.Record // keys that find duplicates and order samples
	classes []keysort.Record // keys that splits must not share

	finder keys.Finder
	holds  []bool
}

// keyEncoder computes the keys of rows. It is a formats.Writer so that the workers of a run
// call it. Its results are written by a keyStore.
type keyEncoder struct {
	formats.Observer
	*Selection
	assign *assigner // set if only shares decide on splits
	// needsRows and needsClasses say which keys are needed.
	needsRows, needsClasses bool
	offset                  uint64 // added to the numbers of rows
	excluded                bool   // the rows are excluded puzzles
}

// Encode implements formats.Writer.
func (k *keyEncoder) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	to := formats.Reused[keysOfBatch](reuse)
	to.finder.Seed = k.Seed
	to.fates, to.rows, to.classes, to.holds = to.fates[:0], to.rows[:0], to.classes[:0], to.holds[:0]
	for range b.Len() {
		to.holds = append(to.holds, true)
	}
	if !k.excluded {
		k.Where.Filter(b, to.holds)
	}
	for i := range b.Results {
		to.fates = append(to.fates, k.addKeys(to, b, i))
	}
	return to, nil
}

// addKeys adds the keys of a row and returns its fate, as far as it is known.
func (k *keyEncoder) addKeys(to *keysOfBatch, b *formats.Batch, i int) fate {
	r := &b.Results[i]
	if r.Verdict != solver.Unique {
		return notUnique
	}
	if !to.holds[i] {
		return filtered
	}
	row := k.offset + uint64(b.First) + uint64(i)
	if !to.finder.Read(&b.Puzzles[i], &r.Solution) {
		return notUnique // only a damaged file can cause this
	}
	if k.needsRows {
		to.rows = append(to.rows, keysort.Record{Key: to.finder.Key(keys.Repeats, k.Dedupe), Row: row})
	}
	if k.needsClasses {
		to.finder.EachShared(k.By, func(key keysort.Key, _ bool) {
			to.classes = append(to.classes, keysort.Record{Key: key, Row: row})
		})
	}
	if k.assign != nil {
		return k.assign.share(to.finder.Key(keys.Shares, k.By).High)
	}
	return candidate
}
