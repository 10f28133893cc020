package dataset

import (
	"encoding/binary"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// keysOfBatch is what a worker finds out about a batch of solved rows.
type keysOfBatch struct {
	fates   []fate           // candidate where it depends on other rows
	rows    []keysort.Record // the keys by which rows are repeated, and the order of samples
	classes []keysort.Record // the keys that splits may not share

	form  canon.Form
	holds []bool
}

// keyEncoder finds the keys of rows. It is a formats.Writer so that the workers of a run call it,
// and what it finds is written elsewhere.
type keyEncoder struct {
	formats.Observer
	*Selection
	assign *assigner // if shares alone decide on splits
	// needsRows and needsClasses say which keys are wanted.
	needsRows, needsClasses bool
	offset                  uint64 // added to the numbers of rows
	excluded                bool   // the rows are those of puzzles that are kept out
}

// Encode implements formats.Writer.
func (k *keyEncoder) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	to := formats.Reused[keysOfBatch](reuse)
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

// addKeys adds the keys of a row, and returns its fate as far as it is known.
func (k *keyEncoder) addKeys(to *keysOfBatch, b *formats.Batch, i int) fate {
	r := &b.Results[i]
	if r.Verdict != solver.Unique {
		return notUnique
	}
	if !to.holds[i] {
		return unwanted
	}
	row := k.offset + uint64(b.First) + uint64(i)
	key, symmetries := to.form.Key(&b.Puzzles[i], &r.Solution)
	if symmetries == 0 {
		return notUnique // which only a damaged file can cause
	}
	if k.needsRows {
		to.rows = append(to.rows, keysort.Record{Key: k.rowKey(&key, &b.Puzzles[i]), Row: row})
	}
	class := k.classKey(&key)
	if k.needsClasses {
		to.classes = append(to.classes, keysort.Record{Key: class, Row: row})
		if k.By.HasManyKeys() {
			to.form.EachNeighbour(&b.Puzzles[i], func(form *solver.Grid) {
				to.classes = append(to.classes, keysort.Record{Key: hash(k.Seed, ofNeighbour, form[:]), Row: row})
			})
		}
	}
	if k.assign != nil {
		return k.assign.share(class.High)
	}
	return candidate
}

// Different uses of hashes, so that no order depends on another: samples are not drawn by
// what divided the splits.
const (
	ofRow byte = iota
	ofClass
	ofNeighbour
	ofComponent
)

// hash returns the key of something under a seed.
func hash(seed uint64, use byte, of ...[]byte) keysort.Key {
	text := make([]byte, 9, 128)
	binary.LittleEndian.PutUint64(text, seed)
	text[8] = use
	for _, part := range of {
		text = append(text, part...)
	}
	return keysort.KeyOf(text)
}

// rowKey returns the key by which rows are repeated. Without such a criterion it only gives
// samples their order.
func (k *keyEncoder) rowKey(key *canon.Key, puzzle *solver.Grid) keysort.Key {
	switch k.Dedupe {
	case Exact:
		return hash(k.Seed, ofRow, puzzle[:])
	case Solution:
		return hash(k.Seed, ofRow, classBytes(key))
	case Puzzle, None:
	default:
		k.Dedupe.Unknown()
	}
	return hash(k.Seed, ofRow, puzzleBytes(key))
}

// classKey returns the key that splits may not share. Neighbours also share others.
func (k *keyEncoder) classKey(key *canon.Key) keysort.Key {
	if k.By.NeedsSolution() {
		return hash(k.Seed, ofClass, classBytes(key))
	}
	return hash(k.Seed, ofClass, puzzleBytes(key))
}

func classBytes(key *canon.Key) []byte { return binary.BigEndian.AppendUint64(nil, key.Class) }

func puzzleBytes(key *canon.Key) []byte {
	text := classBytes(key)
	for _, clues := range key.Clues {
		text = binary.BigEndian.AppendUint16(text, clues)
	}
	return text
}
