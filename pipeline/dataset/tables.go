package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// A tablePart is a range of rows of a split, with one file per table.
type tablePart struct {
	number int // index among the parts of all splits
	index  int // index among the parts of its split
	pipeline.Range
}

// A tableSplit is a split whose tables are being written.
type tableSplit struct {
	*folder.Split
	decision decision
	seed     uint64
	tables   []folder.Table
	parts    []tablePart
}

// A manifest describes the files of a tablePart and marks the part as complete.
type manifest struct {
	Files []parts.Made `json:"files"`
	BaseCounts
}

func (c *Config) tablePath(split string, part, table int) string {
	return c.path("tables", fmt.Sprintf("%s-%06d.%d", split, part, table))
}

func (c *Config) manifestPath(split string, part int) string {
	return c.path("tables", fmt.Sprintf("%s-%06d.json", split, part))
}

// divide divides a split into parts. An original and its morphs are always in the same part.
func (s *tableSplit) divide(decisions []decision, partRows int64, first int) {
	each := max(1, partRows/(1+s.Morphs))
	row := int64(0)
	for base := int64(0); base < s.Bases || base == 0; base += each {
		n := min(each, s.Bases-base) // originals in the part
		at := formats.RowAt(row, partRows)
		s.parts = append(s.parts, tablePart{first + len(s.parts), len(s.parts), pipeline.Range{First: base * (1 + s.Morphs), Rows: n * (1 + s.Morphs), At: at}})
		for ; n > 0; row++ {
			if decisions[row] == s.decision {
				n--
			}
		}
	}
}

func (c *Config) writeParts(ctx context.Context, rows *solved, s *tableSplit, missing []int, decisions []decision, done *files.Counter) error {
	if len(missing) == 0 {
		return nil
	}
	reader, err := c.openSplit(rows, s, decisions)
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	to := &tableStore{Config: c, split: s, schema: reader.Schema(), done: done}
	writers := []formats.Writer{}
	for _, table := range s.tables {
		w, err := table.Create(io.Discard, to.schema)
		if err != nil {
			return err
		}
		writers = append(writers, w)
	}
	ranges := make([]pipeline.Range, len(missing))
	for i, part := range missing {
		ranges[i] = s.parts[part].Range
	}
	return c.storeParts(ctx, reader, missing, ranges, append(writers, countWriter{}), c.MorphExtras, to)
}

func (c *Config) openSplit(rows *solved, s *tableSplit, decisions []decision) (formats.Reader, error) {
	stored, err := rows.open()
	if err != nil {
		return nil, err
	}
	choice := formats.Choice{Split: s.Name, Decisions: decisions, Decision: s.decision, Morphs: s.Morphs, Seed: s.seed}
	if !c.Shuffle {
		return formats.NewChosen(stored, c.PartRows, choice), nil
	}
	blocks, err := c.findBlocks(rows, int(s.decision-firstSplit), len(s.parts))
	if err != nil {
		return nil, err
	}
	return formats.NewShuffled(stored, blocks.read, choice)
}

// isWritten reports whether a part is complete. It verifies the files that do not have their
// final names yet. Other files were verified before an earlier run renamed them.
func (c *Config) isWritten(ctx context.Context, s *tableSplit, part int) (bool, error) {
	m, err := c.readManifest(s.Name, part)
	if m == nil || err != nil {
		return false, err
	}
	for k, made := range m.Files {
		if parts.Exists(c.filePath(c.target(s, k, part))) {
			continue
		}
		err := parts.CheckFile(ctx, c.tablePath(s.Name, part, k), made, nil)
		if errors.As(err, new(parts.DamageError)) {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	return true, nil
}

// readManifest returns the manifest of a part, or nil if the manifest is missing or damaged.
func (c *Config) readManifest(split string, part int) (*manifest, error) {
	text, err := os.ReadFile(c.manifestPath(split, part))
	if m := new(manifest); err == nil && exactjson.Decode(text, m) == nil {
		return m, nil
	} else if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return nil, err
}

// A tableStore is the partStore that writes the parts of a split. Each part has one file per table.
type tableStore struct {
	*Config
	split  *tableSplit
	schema *formats.Schema
	done   *files.Counter // counts rows
	part   tablePart
	files  []*parts.RowFile
	rows   int64
	counts BaseCounts
}

func (s *tableStore) start(part int) error {
	s.part, s.files, s.rows, s.counts = s.split.parts[part], nil, 0, BaseCounts{}
	for i, table := range s.split.tables {
		create := func(w io.Writer) (formats.Writer, error) { return table.Create(w, s.schema) }
		f, err := s.Directory.CreateRows(s.tablePath(s.split.Name, part, i), create)
		if err != nil {
			return err
		}
		f.KeepUnsynced() // if a power failure damages the file, isWritten finds a wrong checksum
		s.files = append(s.files, f)
	}
	return nil
}

func (s *tableStore) add(b *formats.Batch, encoded []formats.Encoded) error {
	for i, f := range s.files {
		if err := f.Writer.Write(b, encoded[i]); err != nil {
			return err
		}
	}
	s.counts.add(encoded[len(s.files)].(*BaseCounts))
	s.rows += int64(b.Len())
	s.done.Add(int64(b.Len()))
	return nil
}

// publish implements partStore. It publishes the manifest after the other files.
func (s *tableStore) publish() error {
	if s.rows < s.part.Rows {
		return nil // the part gets no manifest, so it counts as missing
	}
	m := manifest{BaseCounts: s.counts}
	for _, f := range s.files {
		if err := f.Writer.Close(); err != nil {
			return err
		}
		if err := s.Directory.Commit(f.File); err != nil {
			return err
		}
		m.Files = append(m.Files, f.Made(s.part.index, s.part.Range))
	}
	return s.Directory.Publish(s.manifestPath(s.split.Name, s.part.index), exactjson.Encode(m))
}
