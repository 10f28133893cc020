package layout

import (
	"bytes"
	"io"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// A Layout is what was recognized in a text.
type Layout struct {
	// Name says what was recognized; it is empty where it makes no difference to anyone.
	Name string
	// Delimiter separates the fields of what comes out, where that is certain, or is 0.
	Delimiter byte
	// newRewriter makes what rewrites one text, line by line.
	newRewriter func() rewriter
}

// CarriageReturns recognizes a text whose lines end in carriage returns alone, as on old systems,
// by its first bytes. It returns a reader of the text with line feeds instead, and these bytes
// with them, or nil for any other text.
func CarriageReturns(text io.Reader, head []byte) (io.Reader, []byte) {
	if bytes.IndexByte(head, '\n') >= 0 || bytes.IndexByte(bytes.TrimSpace(head), '\r') < 0 {
		return nil, nil
	}
	return returns{text}, bytes.ReplaceAll(head, []byte("\r"), []byte("\n"))
}

// returns is a text with line feeds in the place of carriage returns.
type returns struct{ text io.Reader }

// Read implements io.Reader.
func (r returns) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// rewriter turns lines, without their ends, into others. What it appends for a line may
// follow later, with all line ends up to there.
type rewriter interface {
	line(dst, line []byte) []byte
	// end appends what is left after the last line.
	end(dst []byte) []byte
}

const (
	// readSize is how much is read at once, in bytes.
	readSize = 64 << 10
	// maxLine is how long a line may be to be rewritten, in bytes. Longer ones pass as they
	// are: they are rejected as too long a row.
	maxLine = 1 << 20
)

// Then returns the layout of a text that is rewritten once more, as the other layout has it.
func (l *Layout) Then(next *Layout) *Layout {
	return &Layout{Name: l.Name + ", " + next.Name, Delimiter: next.Delimiter, newRewriter: func() rewriter {
		return &chain{first: l.newRewriter(), next: next.newRewriter()}
	}}
}

// Rewritten returns what becomes of the lines with which a text starts, given whether they are all
// of it. If they are not, the last one may be cut.
func (l *Layout) Rewritten(head []byte, whole bool) (out []byte) {
	w := l.newRewriter()
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark))) {
		if line, ended := bytes.CutSuffix(line, []byte("\n")); ended || whole {
			out = w.line(out, bytes.TrimSuffix(line, []byte("\r")))
		}
	}
	if whole {
		out = w.end(out)
	}
	return out
}

// chain rewrites what another rewriter makes of lines.
type chain struct {
	first, next rewriter
	lines       []byte
}

func (c *chain) line(dst, line []byte) []byte {
	c.lines = c.first.line(c.lines[:0], line)
	return c.pass(dst)
}

func (c *chain) end(dst []byte) []byte {
	c.lines = c.first.end(c.lines[:0])
	return c.next.end(c.pass(dst))
}

func (c *chain) pass(dst []byte) []byte {
	for line := range bytes.Lines(c.lines) {
		dst = c.next.line(dst, bytes.TrimSuffix(line, []byte("\n")))
	}
	return dst
}

// NewReader returns a reader of the text in its new form.
func (l *Layout) NewReader(in io.Reader) io.Reader {
	return &reader{in: in, rewriter: l.newRewriter(), first: true}
}

// reader rewrites a text line by line.
type reader struct {
	in       io.Reader
	rewriter rewriter
	read     []byte // not rewritten yet
	out      []byte // rewritten, of which given has been returned
	given    int
	first    bool // no line was rewritten
	inLong   bool // within a line that passes as it is
	failed   error
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	for r.given == len(r.out) {
		if r.failed != nil {
			return 0, r.failed
		}
		r.out, r.given = r.out[:0], 0
		r.more()
	}
	n := copy(p, r.out[r.given:])
	r.given += n
	return n, nil
}

// more reads on, and rewrites the lines that are complete.
func (r *reader) more() {
	at := len(r.read)
	r.read = append(r.read, make([]byte, readSize)...)
	n, err := r.in.Read(r.read[at:])
	r.read = r.read[:at+n]
	rest := r.read
	for {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			break
		}
		if r.inLong {
			r.out = append(r.out, rest[:end+1]...)
			r.inLong = false
		} else {
			r.rewrite(rest[:end])
		}
		rest = rest[end+1:]
	}
	if r.inLong || len(rest) > maxLine {
		if !r.inLong {
			r.out = r.rewriter.end(r.out)
		}
		r.out, r.inLong = append(r.out, rest...), true
		rest = rest[:0]
	}
	if err == io.EOF {
		if len(rest) > 0 {
			r.rewrite(rest)
			rest = rest[:0]
		}
		r.out = r.rewriter.end(r.out)
	}
	r.failed = err
	r.read = append(r.read[:0], rest...)
}

func (r *reader) rewrite(line []byte) {
	if r.first {
		line = bytes.TrimPrefix(line, []byte(scan.ByteOrderMark))
		r.first = false
	}
	r.out = r.rewriter.line(r.out, bytes.TrimSuffix(line, []byte("\r")))
}
