package pipeline

import (
	"testing"

	"github.com/gridmill/gridmill/formats"
)

// halfRead is a Reader that has read n of 2n bytes.
type halfRead struct {
	formats.Reader
	n int64
}

func (h halfRead) Progress() (done, total int64) { return h.n, 2 * h.n }

// TestFilesRead checks that FilesRead counts the bytes of the current file and of earlier files.
func TestFilesRead(t *testing.T) {
	f := &FilesRead{Bytes: 100}
	want := func(wanted int64) {
		t.Helper()
		if done, total := f.Progress(); done != wanted || total != 100 {
			t.Errorf("%d of %d bytes are read, want %d", done, total, wanted)
		}
	}
	want(0)
	done := f.Follow(halfRead{n: 10})
	want(10)
	done()
	want(10)
	f.Follow(halfRead{n: 7})
	want(17)
}

func TestBoth(t *testing.T) {
	if done, total := (Both{halfRead{n: 10}, halfRead{n: 10}}).Progress(); done != 20 || total != 40 {
		t.Errorf("got %d of %d", done, total)
	}
}
