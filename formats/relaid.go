package formats

import (
	"bytes"
	"io"

	"github.com/gridmill/gridmill/formats/internal/layout"
)

// relaid is text whose layout was changed while it is read, so that each puzzle is a line,
// or a field of CSV.
type relaid struct {
	io.Reader
	io.Closer
}

// relay looks at how a text starts, and returns it in a layout that lines or CSV have, the
// format that is then certain, and whether it had to be changed. A text that is fine passes
// without another copy.
func relay(in io.ReadCloser, format Format, o *ReadOptions) (_ io.ReadCloser, is Format, changed bool) {
	if o.Results != IgnoreResults {
		return in, format, false
	}
	head := make([]byte, readSize)
	n, err := io.ReadFull(in, head)
	head = head[:n]
	whole := err == io.EOF || err == io.ErrUnexpectedEOF // which stands for the end alone
	var rest io.Reader = in
	if err != nil && !whole {
		rest = failing{err}
	}
	text := io.MultiReader(bytes.NewReader(head), rest)
	found := recognise(head, whole, format, o)
	if found == nil {
		return relaid{text, in}, format, false
	}
	if found.Lines {
		format = Text
	}
	return relaid{found.NewReader(text), in}, format, true
}

// failing is a stream that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// recognise finds a layout that has to be changed, or nil.
func recognise(head []byte, whole bool, format Format, o *ReadOptions) *layout.Layout {
	if o.Column == "" && o.Format != CSV && o.Format != TSV {
		if l := layout.Grids(head, whole); l != nil {
			return l
		}
	}
	return nil
}
