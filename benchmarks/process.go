package benchmarks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Limits on the number of bytes that a program may print in a run.
const (
	outputPerPuzzle = 1 << 10
	extraOutput     = 1 << 20 // additional bytes per run; also the limit for standard error
)

// spent holds the time that a program took. clock is the elapsed time, and processor is the
// processor time of the program and its children.
type spent struct{ clock, processor time.Duration }

// execute runs the program with the given input. It returns the output and the time of the run.
func (p *program) execute(ctx context.Context, input []byte) (_ []byte, took spent, failure error) {
	words, stdin := slices.Clone(p.words), input
	if strings.Contains(p.Command, fileMark) {
		name, err := temporaryFile(input)
		if err != nil {
			return nil, took, err
		}
		defer func() { failure = errors.Join(failure, os.Remove(name)) }()
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], fileMark, name)
		}
		stdin = nil
	}
	limit := seconds(p.options.Timeout)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	output := limitedBuffer{room: extraOutput + outputPerPuzzle*(1+len(input)/82)} // a puzzle is a line of 82 bytes
	complaint := limitedBuffer{room: extraOutput}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &output, &complaint
	c.WaitDelay = time.Second // children of the program may keep the output open
	start := time.Now()
	err := c.Run()
	took.clock = time.Since(start)
	if c.ProcessState != nil {
		took.processor = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("%w within %s", errTimeout, limit)
	case output.room < 0:
		err = errTooMuch
	case err != nil:
		err = explain(err, complaint.bytes.Bytes())
	}
	return output.bytes.Bytes(), took, err
}

var (
	errTimeout = errors.New("it did not finish")
	errTooMuch = errors.New("it printed far more text than the answers require")
)

// fileMark is a placeholder in commands. It stands for the name of a file with the puzzles.
const fileMark = "{}"

func temporaryFile(text []byte) (name string, err error) {
	f, err := os.CreateTemp("", "gridmill-puzzles-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), err
}

// explain adds the last line of a program's standard error to err.
func explain(err error, stderr []byte) error {
	lines := bytes.Split(bytes.TrimSpace(stderr), []byte("\n"))
	if last := bytes.TrimSpace(lines[len(lines)-1]); len(last) > 0 {
		return fmt.Errorf("%w: %s", err, last)
	}
	return err
}

// limitedBuffer is a buffer with a maximum size. Embedding bytes.Buffer would add methods that can
// exceed the limit.
type limitedBuffer struct {
	bytes bytes.Buffer
	room  int
}

// Write implements io.Writer. It returns an error if p does not fit.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, errTooMuch
	}
	return b.bytes.Write(p)
}
