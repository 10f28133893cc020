package dataset

import (
	"cmp"
	"context"
	"fmt"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/internal/keysort"
	"github.com/gridmill/gridmill/pipeline/keys"
	"github.com/gridmill/gridmill/solver"
)

// keysOfBatch holds the keys and decisions for a batch of solved rows.
type keysOfBatch struct {
	decisions []decision       // one per row; pending if the row's split also depends on other rows
	rows      []keysort.Record // keys for finding duplicates and ordering samples
	classes   []keysort.Record // keys that must not occur in two splits
	values    []byte           // each row's value of the property Selection.Each, if Each is set

	finder keys.Finder
	// holds[i] reports whether row i satisfies Selection.Where. lacking[i] reports whether row i
	// fails because it lacks a value.
	holds, lacking []bool
}

// A keyEncoder computes the keys of rows. It implements formats.Writer, so that workers compute the
// keys in parallel. A keyStore writes the results.
type keyEncoder struct {
	formats.Observer
	*Selection
	assign *assigner // nil if the split of a row also depends on other rows
	// needsRows and needsClasses specify which kinds of keys to compute.
	needsRows, needsClasses bool
	offset                  uint64 // number of the first row; excluded rows follow the input rows
	excluded                bool
}

func (k *keyEncoder) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	to := formats.Reused[keysOfBatch](reuse)
	to.finder.Seed = k.Seed
	to.decisions, to.rows, to.classes, to.values, to.holds, to.lacking = to.decisions[:0], to.rows[:0], to.classes[:0], to.values[:0], to.holds[:0], to.lacking[:0]
	for range b.Len() {
		to.holds, to.lacking = append(to.holds, true), append(to.lacking, false)
	}
	if !k.excluded {
		k.Where.Filter(b, to.holds, to.lacking)
	}
	for i := range b.Results {
		to.decisions = append(to.decisions, k.addKeys(to, b, i))
		if k.Each != "" && !k.excluded {
			to.values = append(to.values, k.Each.Of(b, i))
		}
	}
	return to, nil
}

// addKeys adds the keys of row i. It returns pending if the row's split also depends on other rows.
func (k *keyEncoder) addKeys(to *keysOfBatch, b *formats.Batch, i int) decision {
	r := &b.Results[i]
	switch {
	case r.Verdict != solver.Unique:
		return notUnique
	case to.lacking[i]:
		return noValue
	case !to.holds[i]:
		return filtered
	case !to.finder.Read(&b.Puzzles[i], &r.Solution):
		return notUnique // the solution is invalid; this happens only in damaged files
	}
	row := k.offset + uint64(b.First) + uint64(i)
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
	return pending
}

// The kinds of key files. Each part of the solved rows has one file of each kind. The decisions
// file is published last. If it exists, all other files of the part exist.
const (
	rowKeys = iota
	classKeys
	valueBytes
	decisionBytes
)

var kindNames = [...]string{rowKeys: "rows", classKeys: "classes", valueBytes: "values", decisionBytes: "decisions"}

func (c *Config) keyPath(s *solved, part, kind int) string {
	return c.path("keys", fmt.Sprintf("%s-%06d.%s", s.name, part, kindNames[kind]))
}

func (c *Config) keyFiles(s *solved, kind int) (paths []string) {
	if s != nil {
		for i := range s.plan.Parts {
			paths = append(paths, c.keyPath(s, i, kind))
		}
	}
	return paths
}

// partsWithoutKeys returns the parts of s whose keys no shard has stored yet.
func (c *Config) partsWithoutKeys(s *solved) []int { return lacking(c.keyFiles(s, decisionBytes)) }

// findKeys computes the missing keys of this shard's solved rows.
func (c *Config) findKeys(ctx context.Context, s *solved, k *keyEncoder, partitions int) error {
	return c.readParts(ctx, s, c.partsWithoutKeys(s), k, &keyStore{Config: c, solved: s, partitions: partitions})
}

// keyStore is the partStore that writes keys.
type keyStore struct {
	*Config
	solved     *solved
	partitions int
	files      []keyFile
}

type keyFile struct {
	out     *atomicfile.File
	records *keysort.Writer
}

func (s *keyStore) start(part int) error {
	s.files = nil
	for kind := range kindNames {
		out, err := s.Directory.Create(s.keyPath(s.solved, part, kind), true)
		if err != nil {
			return err
		}
		s.files = append(s.files, keyFile{out, keysort.NewWriter(out, s.partitions)})
	}
	return nil
}

func (s *keyStore) add(_ *formats.Batch, encoded []formats.Encoded) error {
	found := encoded[0].(*keysOfBatch)
	for kind, records := range [][]keysort.Record{rowKeys: found.rows, classKeys: found.classes} {
		for _, r := range records {
			if err := s.files[kind].records.Add(r); err != nil {
				return err
			}
		}
	}
	_, err := s.files[valueBytes].out.Write(found.values)
	_, errOfDecisions := s.files[decisionBytes].out.Write(found.decisions)
	return cmp.Or(err, errOfDecisions)
}

func (s *keyStore) publish() error {
	for _, f := range s.files {
		if err := f.records.Flush(); err != nil {
			return err
		}
		if err := s.Directory.Commit(f.out); err != nil {
			return err
		}
	}
	return nil
}
