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

// A Corpus holds the puzzles of one input: a file, or several files that belong together.
type Corpus struct {
	Name         string
	SHA256       string // hash of the bytes of all files, in hexadecimal
	Puzzles      []solver.Grid
	Lines        []int64 // line number of each puzzle in its file, counted from 1
	Skipped      int     // number of rows that are not puzzles
	FirstSkipped int64   // line number of the first skipped row
}

func loadShipped(name string, o formats.ReadOptions) (*Corpus, error) {
	o.Stdin = bytes.NewReader(corpora.Corpus{File: name}.Bytes())
	return loadStream(name, o)
}

// IsShipped reports whether name is the name of a shipped corpus and no file has that name.
func IsShipped(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) && slices.ContainsFunc(corpora.All(), func(c corpora.Corpus) bool { return c.File == name })
}

// Load reads each input as a separate corpus. expand returns the files of an input, which can have
// any format that gridmill reads. If IsShipped is true for an input, Load uses the shipped corpus.
// Without inputs, it uses all shipped corpora. The name of a corpus is the last path element of its
// input or, if several inputs have the same last element, the whole input.
func Load(inputs []string, o formats.ReadOptions, expand func(input string) ([]string, error)) ([]*Corpus, error) {
	isShipped := IsShipped
	if len(inputs) == 0 {
		isShipped = func(string) bool { return true }
		for _, c := range corpora.All() {
			inputs = append(inputs, c.File)
		}
	}
	var all []*Corpus
	names := map[string]int{}
	for _, input := range inputs {
		load := func(input string, o formats.ReadOptions) (*Corpus, error) {
			paths, err := expand(input)
			if err != nil {
				return nil, err
			}
			return LoadFiles(input, paths, o)
		}
		if input == files.StdStream {
			load = loadStream
		} else if isShipped(input) {
			load = loadShipped
		}
		c, err := load(input, o)
		if err != nil {
			return nil, err
		}
		names[c.Name]++
		all = append(all, c)
	}
	for i, c := range all {
		switch {
		case slices.Contains(inputs[:i], inputs[i]):
			return nil, fmt.Errorf("%s is given twice; give each corpus only once", inputs[i])
		case names[c.Name] > 1:
			c.Name = inputs[i]
		}
	}
	return all, nil
}

// LoadFiles returns the corpus in the files of an input. It reads each file twice: first all bytes
// for the hash, and then the puzzles.
func LoadFiles(input string, paths []string, o formats.ReadOptions) (*Corpus, error) {
	h := sha256.New()
	for _, path := range paths {
		file, err := os.Open(path)
		if err == nil {
			_, err = io.Copy(h, file)
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			return nil, files.InFile(path, err)
		}
	}
	c := &Corpus{Name: input, SHA256: hex.EncodeToString(h.Sum(nil))}
	err := c.read(paths, o) // errors contain c.Name, which still equals input
	c.Name = filepath.Base(input)
	return c, err
}

// loadStream reads a corpus with the given name from o.Stdin.
func loadStream(name string, o formats.ReadOptions) (*Corpus, error) {
	h := sha256.New()
	o.Stdin = io.TeeReader(o.Stdin, h)
	c := &Corpus{Name: name}
	if err := c.read([]string{files.StdStream}, o); err != nil {
		return nil, err
	}
	// The hash must also cover data after the last row, such as the end of a compressed stream.
	if _, err := io.Copy(io.Discard, o.Stdin); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c.SHA256 = hex.EncodeToString(h.Sum(nil))
	return c, nil
}

func (c *Corpus) read(paths []string, o formats.ReadOptions) error {
	o.Keep, o.AnswerColumn = formats.ParseKeep("none"), "none"
	r, err := formats.Open(paths, o)
	if err != nil {
		return err
	}
	defer r.Close()
	b := formats.NewBatch(batchSize)
	for {
		switch err := r.Read(b); {
		case files.IsEnd(err) && len(c.Puzzles)+c.Skipped == 0:
			return fmt.Errorf("%s has no rows", c.Name)
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
