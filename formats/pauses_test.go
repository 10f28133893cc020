package formats

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/files"
)

// A pausingReader delivers text in pieces and pauses between the pieces.
type pausingReader struct {
	pieces   []string
	lineRead bool // a line ending has been read; before that, Read reports no pauses
	paused   bool // the last Read reported a pause
}

func (r *pausingReader) Read(p []byte) (int, error) {
	switch {
	case len(r.pieces) == 0:
		return 0, io.EOF
	case r.pieces[0] == "" && r.lineRead && !r.paused:
		r.paused = true
		return 0, files.ErrPaused
	case r.pieces[0] == "":
		r.pieces = r.pieces[1:]
		return r.Read(p)
	}
	r.paused = false
	n := copy(p, r.pieces[0])
	r.lineRead = r.lineRead || strings.Contains(r.pieces[0][:n], "\n")
	r.pieces[0] = r.pieces[0][n:]
	return n, nil
}

// drawPauses divides text into pieces at random positions, often at the ends of lines.
func drawPauses(t *rapid.T, text string) *pausingReader {
	places := rapid.SliceOfN(rapid.IntRange(0, len(text)), 0, 12).Draw(t, "places")
	for i := range places {
		if end := strings.IndexByte(text[places[i]:], '\n'); end >= 0 && rapid.Bool().Draw(t, "after a line") {
			places[i] += end + 1
		}
	}
	slices.Sort(places)
	var pieces []string
	before := 0
	for _, place := range append(places, len(text)) {
		pieces = append(pieces, text[before:place])
		before = place
	}
	return &pausingReader{pieces: pieces}
}

// TestPausesDoNotChangeRows reads a stream of each format. The rows must not depend on
// AnswersPauses or on where the stream pauses.
func TestPausesDoNotChangeRows(t *testing.T) {
	boundRapid(t, "15")
	for _, f := range sampleFormats() {
		t.Run(f.name, func(t *testing.T) {
			text := f.encode(sampleRecords(130))
			o := ReadOptions{Keep: ParseKeep("all"), Stdin: strings.NewReader(text)}
			want, wantLines, err := readSample([]string{files.StdStream}, o, 50)
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				o := o
				o.Stdin, o.AnswersPauses = drawPauses(t, text), rapid.Bool().Draw(t, "answers")
				rows, lines, err := readSample([]string{files.StdStream}, o, rapid.SampledFrom([]int{1, 7, 50, 1000}).Draw(t, "batch"))
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(want, rows) || !slices.Equal(wantLines, lines) {
					t.Fatalf("lines %v, want %v\n%s", lines, wantLines, cmp.Diff(want, rows))
				}
			})
		})
	}
}

// TestRowsAreReadDuringAPause checks that all complete rows are read when a stream pauses within a
// row of text or JSON Lines.
func TestRowsAreReadDuringAPause(t *testing.T) {
	for _, f := range sampleFormats() {
		if strings.HasPrefix(f.name, "json") && f.from == "json" || slices.Contains([]string{"npy", "arrow", "parquet"}, f.from) {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			records := sampleRecords(8)
			head, text := f.encode(records[:3]), f.encode(records)
			in := &pausingReader{pieces: []string{head, text[len(head) : len(head)+5], text[len(head)+5:]}}
			r := mustOpenWith(t, files.StdStream, ReadOptions{Stdin: in, AnswersPauses: true})
			if got := r.Schema().HeadRows; got != 3 {
				t.Errorf("the reading is based on %d rows, want 3", got)
			}
			var sizes []int
			for b := NewBatch(100); ; {
				if err := r.Read(b); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				sizes = append(sizes, b.Len())
			}
			if !slices.Equal(sizes, []int{3, 5}) {
				t.Errorf("batches of %d rows, want 3 and 5", sizes)
			}
		})
	}
}
