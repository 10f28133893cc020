package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/dataset"
)

// The contents of some files depend only on the rows and on _SUCCESS.json. To check such a file,
// the following functions write it again and compare the two versions.

// extras returns the files of a layout that do not contain rows.
func (c *checker) extras(l *layout) []folder.Extra {
	s := c.made
	set := &folder.Set{
		Version: s.Version, Command: "gridmill", Seed: s.Seed, Columns: s.Columns, Each: c.sampling.Each.Phrase(), Numbers: s.Types, Answers: s.Rows.Answers,
		Promises: dataset.Promises(c.dedupe, c.by, len(s.Splits), len(s.Exclude)),
	}
	for i, in := range slices.Concat(s.Inputs, s.Exclude) {
		set.Inputs = append(set.Inputs, folder.Input{File: in.File, Excluded: i >= len(s.Inputs)})
	}
	bytes := map[string]int64{}
	for _, f := range s.Files {
		bytes[f.Path] = f.Bytes
	}
	for i, of := range s.Splits {
		set.Splits = append(set.Splits, folder.Split{
			Name: of.Name, Bases: of.Bases, Morphs: of.Morphs, Sample: c.sampling.Splits[i].SampleText(),
			Clues: of.Clues, Guesses: of.Guesses, Difficulties: of.Difficulties, Bytes: bytes,
		})
	}
	return l.writer.Extras(set)
}

// checkExtra checks that a file without rows contains exactly what the layout writes.
func (c *checker) checkExtra(x folder.Extra) {
	f, err := os.Open(c.path(x.Path))
	if err != nil {
		return // checkFiles reports files that cannot be opened
	}
	defer func() { _ = f.Close() }() // cannot lose data, because the file is only read
	same := &comparer{in: f}
	if err = x.Write(same); err == nil {
		err = same.end()
	}
	if err != nil {
		c.faultOf(x.Path, "%w", files.WithoutPath(err))
	}
}

// cardFacts matches those lines of a dataset card that every version writes in the same way.
var cardFacts = regexp.MustCompile(`(?m)^(\||license:|- [0-9n]+[KMBT]?[<>]|  - (split|name):|    (path|dtype):|    num_|  (download|dataset)_size:|The data set was made by gridmill |[^ ]+ is a random sample ).*`)

// cardUnknown matches the parts of a dataset card that cannot be derived from _SUCCESS.json: the
// command, and the paths of files with excluded puzzles.
var cardUnknown = regexp.MustCompile("(?ms)^    gridmill.*?\n\n|^- `[^\n]*`, whose puzzles are excluded$")

// cardLines returns those lines of a dataset card that checkCard compares.
func (c *checker) cardLines(card []byte) [][]byte {
	if !c.isSameVersion() { // other versions may write different sentences
		return cardFacts.FindAll(card, -1)
	}
	return bytes.FieldsFunc(cardUnknown.ReplaceAll(card, nil), func(r rune) bool { return r == '\n' })
}

// checkCard compares a dataset card with the card that the layout writes.
func (c *checker) checkCard(x folder.Extra) {
	text, err := os.ReadFile(c.path(x.Path))
	if os.IsNotExist(err) {
		return // checkFiles reports missing files
	}
	var card bytes.Buffer
	if err = errors.Join(err, x.Write(&card)); err != nil {
		c.faultOf(x.Path, "it cannot be read: %w", files.WithoutPath(err))
		return
	}
	is, should := c.cardLines(text), c.cardLines(card.Bytes())
	for i, line := range should {
		if i == len(is) || !bytes.Equal(is[i], line) {
			c.faultOf(x.Path, "the line %q is missing or misplaced", bytes.TrimSpace(line))
			return
		}
	}
	if len(is) > len(should) {
		c.faultOf(x.Path, "unexpected line %q", bytes.TrimSpace(is[len(should)]))
	}
}

// A comparer is a writer that compares the bytes written to it with the contents of a file.
type comparer struct {
	in     io.Reader
	at     int64
	buffer []byte
}

// Write compares p with the next bytes of the file. If they differ, the error says where.
func (c *comparer) Write(p []byte) (int, error) {
	c.buffer = slices.Grow(c.buffer[:0], len(p))[:len(p)]
	n, err := io.ReadFull(c.in, c.buffer)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, fmt.Errorf("it cannot be read: %w", err)
	}
	is := c.buffer[:n]
	for i, b := range p {
		if i == n || is[i] != b {
			return 0, fmt.Errorf("byte %d: found %.16q, expected %.16q", c.at+int64(i), is[i:], p[i:])
		}
	}
	c.at += int64(n)
	return n, nil
}

// end checks that the file ends after the compared bytes.
func (c *comparer) end() error {
	switch n, err := io.ReadFull(c.in, make([]byte, 1)); {
	case n > 0:
		return fmt.Errorf("it continues after byte %d, where it should end", c.at)
	case err != io.EOF:
		return fmt.Errorf("it cannot be read: %w", err)
	}
	return nil
}
