package formats

import (
	"context"
	"io"
	"os"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/solver"
)

// NewRejects returns a Writer of CSV rows with the location, the reason and the text of each input
// row that is not a puzzle.
func NewRejects(w io.Writer, name string) (Writer, error) {
	return newTextWriter(w, name, rejectsHeader, appendRejected, "")
}

func appendRejected(dst []byte, b *Batch, from, to int) []byte {
	for i := from; i < to; i++ {
		if b.Results[i].Verdict != solver.Invalid {
			continue
		}
		file, line := b.Origin(i)
		dst = append(scan.AppendQuoted(dst, []byte(file), ','), ',')
		dst = append(strconv.AppendInt(dst, line, 10), ',')
		b.scratch = b.Reasons[i].AppendCode(b.scratch[:0])
		dst = append(scan.AppendQuoted(dst, b.scratch, ','), ',')
		b.scratch = b.appendRaw(b.scratch[:0], i)
		dst = append(scan.AppendQuoted(dst, b.scratch, ','), '\n')
	}
	return dst
}

// JoinRejects joins files of rejects. It writes what one Writer would have written for all rows.
func JoinRejects(ctx context.Context, w io.Writer, name string, rejects []string) error {
	if len(rejects) > 0 {
		return Concat(ctx, w, name, rejects, CSV, nil)
	}
	none, err := NewRejects(w, name)
	if err != nil {
		return err
	}
	return none.Close()
}

const rejectsHeader = "file,line,reason,row\n"

// HoldsRejects reports whether the named file starts with the header of a rejects file.
func HoldsRejects(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	text, _, err := compress.NewReader(f, compress.ByExtension(name))
	if err != nil {
		return false
	}
	defer func() { _ = text.Close() }()
	header, _ := io.ReadAll(io.LimitReader(text, int64(len(rejectsHeader))))
	return string(header) == rejectsHeader
}
