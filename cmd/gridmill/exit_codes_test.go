package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gridmill/gridmill/pipeline"
)

func TestOnlyDefectsKeepTheirLines(t *testing.T) {
	defect := &pipeline.DefectError{Doing: "solving", Panic: "index out of range", Trace: []byte("goroutine 1 [running]:\nmain.main()")}
	for name, err := range map[string]error{"alone": defect, "wrapped": fmt.Errorf("one.csv: %w", defect), "joined": errors.Join(defect, errors.New("and more"))} {
		if got := plainly(err); got != err.Error() {
			t.Errorf("%s: a defect gives %q", name, got)
		}
	}
	quoting := errors.Join(errors.New(`no column is called "goroutine 1"`), errors.New("and more"))
	if got, want := plainly(quoting), `no column is called "goroutine 1"; and more`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
