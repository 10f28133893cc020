package benchmarks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/benchmarks/corpora"
	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// A Corpus holds the puzzles of one file.
type Corpus struct {
	Name         string
	SHA256       string // hash of the file's bytes, in hexadecimal
	Puzzles      []solver.Grid
	Lines        []int64 // line number of each puzzle in the file, counted from 1
	Skipped      int     // number of rows that are not puzzles
	FirstSkipped int64   // line of the first skipped row
}

// Shipped returns the corpora that gridmill ships.
func Shipped() ([]*Corpus, error) {
	var all []*Corpus
	for _, shipped := range corpora.All() {
		c, err := loadShipped(shipped.File, formats.ReadOptions{})
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func loadShipped(name string, o formats.ReadOptions) (*Corpus, error) {
	o.Stdin = bytes.NewReader(corpora.Corpus{File: name}.Bytes())
	return loadStream(name, o)
}

// IsShipped reports whether a shipped corpus, but no file, has the given name.
func IsShipped(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) && slices.ContainsFunc(corpora.All(), func(c corpora.Corpus) bool { return c.File == name })
}

// Load reads each file as a separate corpus. The files can have any format that gridmill reads. If
// IsShipped is true for a name, Load uses the shipped corpus. Without paths, it uses all shipped
// corpora. A corpus is named after its file. If several files have the same name, their corpora are
// named after the paths of the files.
func Load(paths []string, o formats.ReadOptions) ([]*Corpus, error) {
	if len(paths) == 0 {
		return Shipped()
	}
	var all []*Corpus
	names := map[string]int{}
	for _, file := range paths {
		load := LoadFile
		if file == files.StdStream {
			load = loadStream
		} else if IsShipped(file) {
			load = loadShipped
		}
		c, err := load(file, o)
		if err != nil {
			return nil, err
		}
		names[c.Name]++
		all = append(all, c)
	}
	for i, c := range all {
		switch {
		case slices.Contains(paths[:i], paths[i]):
			return nil, fmt.Errorf("%s is given twice; give each corpus only once", paths[i])
		case names[c.Name] > 1:
			c.Name = paths[i]
		}
	}
	return all, nil
}

// LoadFile returns the corpus in a file. It reads the file twice: first all bytes for the hash, and
// then the puzzles.
func LoadFile(path string, o formats.ReadOptions) (*Corpus, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c := &Corpus{Name: path, SHA256: hex.EncodeToString(h.Sum(nil))}
	err = c.read(path, o) // errors contain c.Name, which is still the whole path
	c.Name = filepath.Base(path)
	return c, err
}

// loadStream reads a corpus with the given name from o.Stdin.
func loadStream(name string, o formats.ReadOptions) (*Corpus, error) {
	h := sha256.New()
	o.Stdin = io.TeeReader(o.Stdin, h)
	c := &Corpus{Name: name}
	if err := c.read(files.StdStream, o); err != nil {
		return nil, err
	}
	// The hash must also cover data after the last row, such as the end of a compressed stream.
	if _, err := io.Copy(io.Discard, o.Stdin); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c.SHA256 = hex.EncodeToString(h.Sum(nil))
	return c, nil
}

func (c *Corpus) read(path string, o formats.ReadOptions) error {
	o.Keep, o.AnswerColumn = formats.ParseKeep("none"), "none"
	r, err := formats.Open([]string{path}, o)
	if err != nil {
		return err
	}
	defer r.Close()
	b := formats.NewBatch(batchSize)
	for {
		switch err := r.Read(b); {
		case files.IsEnd(err) && len(c.Puzzles)+c.Skipped == 0:
			return fmt.Errorf("%s: it has no rows", c.Name)
		case files.IsEnd(err) && len(c.Puzzles) == 0:
			return fmt.Errorf("%s: it has %s, but no puzzles; gridmill inspect shows why", c.Name, english.Plural(c.Skipped, "row", ""))
		case files.IsEnd(err):
			return nil
		case err != nil:
			return err
		}
		if err := c.add(b); err != nil {
			return err
		}
	}
}

func (c *Corpus) add(b *formats.Batch) error {
	if err := b.Parse(); err != nil {
		return err
	}
	for i := range b.Puzzles {
		_, line := b.Origin(i)
		if b.Puzzles[i] == (solver.Grid{}) {
			if c.Skipped++; c.Skipped == 1 {
				c.FirstSkipped = line
			}
			continue
		}
		c.Puzzles, c.Lines = append(c.Puzzles, b.Puzzles[i]), append(c.Lines, line)
	}
	return nil
}
