package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// tablePart is a run of rows of a split, with a file for each of its tables.
type tablePart struct {
	number int // among those of all splits
	index  int // among those of its split
	pipeline.Range
}

// tableSplit is a split that is being written.
type tableSplit struct {
	*folder.Split
	fate   fate
	seed   uint64
	tables []folder.Table
	parts  []tablePart
}

// manifest says that a part of the tables is complete, and what it holds.
type manifest struct {
	Files   []parts.Made  `json:"files"`
	Clues   map[int]int64 `json:"clues"`
	Guesses map[int]int64 `json:"guesses"`
}

// partPath returns the path of a part of a table, or without a table that of its manifest.
func (c *Config) partPath(split string, part int, table string) string {
	return c.path("tables", fmt.Sprintf("%s-%06d.%s", split, part, table))
}

// divide cuts a split into parts. A base and its images are in one part.
func (s *tableSplit) divide(fates []fate, partRows int64, first int) {
	each := max(1, partRows/(1+s.Images))
	row := int64(0)
	for base := int64(0); base < s.Bases || base == 0; base += each {
		for skip := min(base, each); skip > 0; row++ {
			if fates[row] == s.fate {
				skip--
			}
		}
		at := formats.RowAt(row, partRows)
		rows := min(each, s.Bases-base) * (1 + s.Images)
		s.parts = append(s.parts, tablePart{first + len(s.parts), len(s.parts), pipeline.Range{First: base * (1 + s.Images), Rows: rows, At: at}})
	}
	s.Parts = len(s.parts)
}

// writeParts writes the parts of a split that are missing.
func (c *Config) writeParts(ctx context.Context, rows *solved, s *tableSplit, fates []fate, done *rowCount) error {
	missing, err := c.missingParts(ctx, s)
	if err != nil || len(missing) == 0 {
		return err
	}
	reader, err := c.openSplit(rows, s, fates)
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	to := &tableSink{Config: c, split: s, parts: missing, schema: reader.Schema(), done: done}
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
		ranges[i] = part.Range
	}
	err = pipeline.RunRanges(ctx, pipeline.Config{
		Reader: reader, Writers: append(writers, tallying{}), Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes,
		Extras: c.Own,
	}, ranges, to)
	to.drop()
	return err
}

// openSplit returns a reader of the rows of a split.
func (c *Config) openSplit(rows *solved, s *tableSplit, fates []fate) (formats.Reader, error) {
	stored, err := rows.open()
	if err != nil {
		return nil, err
	}
	choice := formats.Choice{Split: s.Name, Fates: fates, Fate: s.fate, Images: s.Images, Seed: s.seed}
	if !c.Shuffle {
		return formats.NewChosen(stored, c.PartRows, choice), nil
	}
	blocks, err := c.findBlocks(rows, int(s.fate-firstSplit), len(s.parts))
	if err != nil {
		return nil, err
	}
	return formats.NewShuffled(stored, blocks.read, choice)
}

// missingParts returns the parts of a split that this shard has still to write.
func (c *Config) missingParts(ctx context.Context, s *tableSplit) (missing []tablePart, err error) {
	for _, part := range s.parts {
		if !c.mine(part.number) {
			continue
		}
		there, err := c.isWritten(ctx, s, part)
		if err != nil {
			return nil, err
		}
		if !there {
			missing = append(missing, part)
		}
	}
	return missing, nil
}

// isWritten reports whether a part is there, with the bytes that were written.
func (c *Config) isWritten(ctx context.Context, s *tableSplit, part tablePart) (bool, error) {
	m, err := c.readManifest(s.Name, part.index)
	if m == nil || err != nil {
		return false, err
	}
	for k, made := range m.Files {
		if exists(c.filePath(c.target(s, k, part.index))) || exists(c.joinedPath(s, k)) {
			continue
		}
		if fault, err := parts.CheckFile(ctx, c.partPath(s.Name, part.index, strconv.Itoa(k)), made, nil); fault != "" || err != nil {
			return false, err
		}
	}
	return true, nil
}

// readManifest returns the manifest of a part, or nil where there is none that can be used.
func (c *Config) readManifest(split string, part int) (*manifest, error) {
	text, err := os.ReadFile(c.partPath(split, part, "json"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if m := new(manifest); exactjson.Decode(text, m) == nil {
		return m, nil
	}
	return nil, nil
}

// tableSink writes each part of a split to a file for each table.
type tableSink struct {
	*Config
	split   *tableSplit
	schema  *formats.Schema
	parts   []tablePart // by the index of the range
	done    *rowCount
	current int
	files   []tableFile
	rows    int64
	tally   tally
}

// tableFile is the file of a part.
type tableFile struct {
	out    *atomicfile.File
	passed *countedSum
	writer formats.Writer
}

// Write implements pipeline.Sink.
func (to *tableSink) Write(index int, b *formats.Batch, encoded []formats.Encoded, _ *pipeline.Totals) error {
	if to.files == nil {
		if err := to.start(index); err != nil {
			return err
		}
	}
	for i, f := range to.files {
		if err := f.writer.Write(b, encoded[i]); err != nil {
			return err
		}
	}
	to.tally.add(encoded[len(to.files)].(*tally))
	to.rows += int64(b.Len())
	to.done.done.Add(int64(b.Len()))
	if to.rows < to.parts[index].Rows {
		return nil
	}
	return to.publish()
}

func (to *tableSink) start(index int) error {
	to.current, to.rows, to.tally = index, 0, tally{}
	for i, table := range to.split.tables {
		out, err := to.Directory.Create(to.partPath(to.split.Name, to.parts[index].index, strconv.Itoa(i)), true)
		if err != nil {
			return err
		}
		out.KeepUnsynced() // as isWritten compares it with the manifest
		f := tableFile{out: out, passed: newCountedSum(out)}
		to.files = append(to.files, f)
		if to.files[i].writer, err = table.Create(f.passed, to.schema); err != nil {
			return err
		}
	}
	return nil
}

// publish gives the files of a part their names, and then writes the manifest.
func (to *tableSink) publish() error {
	part := to.parts[to.current]
	m := manifest{Clues: to.tally.byClues(), Guesses: to.tally.byGuesses()}
	for _, f := range to.files {
		if err := f.writer.Close(); err != nil {
			return err
		}
		if err := to.Directory.Commit(f.out); err != nil {
			return err
		}
		m.Files = append(m.Files, parts.Made{Part: part.index, First: part.First, Rows: part.Rows, Bytes: f.passed.n, Checksum: f.passed.sum.String()})
	}
	to.files = nil
	return to.publishManifest(part, exactjson.Encode(m))
}

// publishManifest writes a manifest. Like its part it is not synced: one that a power cut has
// damaged is no JSON, and counts as none.
func (to *tableSink) publishManifest(part tablePart, text []byte) error {
	out, err := to.Directory.Create(to.partPath(to.split.Name, part.index, "json"), true)
	if err != nil {
		return err
	}
	defer to.Directory.Drop(out)
	out.KeepUnsynced()
	if _, err := out.Write(text); err != nil {
		return err
	}
	return to.Directory.Commit(out)
}

// End implements pipeline.Sink.
func (to *tableSink) End(cause error) error { return cause }

// drop removes the files of a part that is not complete.
func (to *tableSink) drop() {
	for _, f := range to.files {
		to.Directory.Drop(f.out)
	}
}

// countedSum counts the bytes that are written, and computes their checksum.
type countedSum struct {
	to  io.Writer
	sum files.Checksum
	n   int64
}

func newCountedSum(to io.Writer) *countedSum { return &countedSum{to: to, sum: files.NewChecksum()} }

// Write implements io.Writer.
func (w *countedSum) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	_, _ = w.sum.Write(p[:n]) // never fails
	w.n += int64(n)
	return n, err
}
