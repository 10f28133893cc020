package main

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/gridmill/gridmill/pipeline"
)

func TestOnlyDefectsKeepTheirLines(t *testing.T) {
	defect := &pipeline.DefectError{Doing: "solving", Panic: "index out of range", Trace: []byte("goroutine 1 [running]:\nmain.main()")}
	for name, err := range map[string]error{"alone": defect, "wrapped": fmt.Errorf("one.csv: %w", defect), "joined": errors.Join(defect, errors.New("and more"))} {
		if got := plainly(err); got != err.Error() {
			t.Errorf("%s: the message of a defect is %q", name, got)
		}
	}
	quoting := errors.Join(errors.New(`no column is called "goroutine 1"`), errors.New("and more"))
	if got, want := plainly(quoting), `no column is called "goroutine 1"; and more`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPanicsBecomeErrors(t *testing.T) {
	err := guarded(func() error { panic("no such row") })
	if !is[*pipeline.DefectError](err) || exitCode(err) != exitFailed {
		t.Errorf("error %v, exit code %d", err, exitCode(err))
	}
	if err := guarded(func() error { return os.ErrNotExist }); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
