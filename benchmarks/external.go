package benchmarks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// External is another solver program. It is given puzzles on standard input, one
// a line with '.' for blanks, and ends when it has read them all.
type External struct {
	Name    string `json:"name"`
	Command string `json:"command"`
}

// ParseExternal reads NAME=COMMAND.
func ParseExternal(text string) (External, error) {
	name, command, found := strings.Cut(text, "=")
	e := External{strings.TrimSpace(name), strings.TrimSpace(command)}
	if !found || e.Name == "" || e.Command == "" {
		return e, fmt.Errorf("an external solver is given as NAME='COMMAND ...', not %q", text)
	}
	_, err := splitWords(e.Command)
	return e, err
}

// splitWords splits a command into words as a shell does: spaces end a word unless
// they stand between quotes or behind a backslash. No shell is needed to run it
// then, and no process stands between gridmill and the program.
func splitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote byte // that is open
	inWord := false
	for i := 0; i < len(command); i++ {
		c := command[i]
		escaped := c == '\\' && quote != '\'' && i+1 < len(command) && strings.IndexByte(` '"\`, command[i+1]) >= 0
		switch {
		case escaped:
			i++
			word.WriteByte(command[i])
			inWord = true
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && c == ' ':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote is not closed in: %s", command)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// program is an external program as an entrant.
type program struct {
	External
	options *Options
}

// Limits of what a program is given and may print.
const (
	mostGiven     = 1 << 18 // puzzles in one run
	outputPerLine = 1 << 10 // bytes for a puzzle
	outputAnyway  = 1 << 20 // bytes besides
)

// check measures the start-up, and then gives the program more and more puzzles
// until they keep it busy for half of its share, or even a share of a large
// number is no work for it. Every answer that it prints is checked.
func (p *program) check(ctx context.Context, s *set, _ *jury) (trial, error) {
	t := &programTrial{program: p, set: s, given: min(16, len(s.puzzles))}
	t.known = Result{Corpus: s.corpus.Name, Solver: p.Name, CorpusPuzzles: s.distinct, Process: &Process{}}
	if err := t.prepare(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		t.known.Failure = err.Error()
	}
	t.known.Puzzles, t.known.Images = min(t.given, s.distinct), min(t.given, len(s.puzzles))
	return t, nil
}

// programTrial times an external program.
type programTrial struct {
	*program
	set     *set
	given   int // puzzles in one run, from the beginning of the set and again
	startup time.Duration
	known   Result
}

func (t *programTrial) result() Result { return t.known }

func (t *programTrial) prepare(ctx context.Context) error {
	if err := t.measureStartup(ctx); err != nil {
		return err
	}
	enough := t.options.share() / 2
	for {
		spent, err := t.runOnce(ctx)
		if err != nil {
			return err
		}
		busy := spent - t.startup
		if busy >= enough || t.given == mostGiven {
			return nil
		}
		growth := float64(enough) / float64(max(busy, enough/16))
		t.given = min(int(float64(t.given)*max(2, growth)), mostGiven)
	}
}

// measureStartup times the program without any puzzle, or with one where it does
// not take none.
func (t *programTrial) measureStartup(ctx context.Context) error {
	input := []byte{}
	if _, _, err := t.execute(ctx, input); err != nil {
		input = append(t.set.puzzles[0][:], '\n')
	}
	var times []float64
	for range Rounds {
		_, spent, err := t.execute(ctx, input)
		if err != nil {
			return err
		}
		times = append(times, spent.Seconds())
	}
	t.known.StartupSeconds = median(times)
	t.startup = time.Duration(t.known.StartupSeconds * float64(time.Second))
	return nil
}

// round times the program once more and checks its answers again.
func (t *programTrial) round(ctx context.Context) (float64, error) {
	spent, err := t.runOnce(ctx)
	// However noisy the start-up was, a run without it takes some time.
	busy := max(spent-t.startup, spent/100)
	return float64(t.given) / busy.Seconds(), err
}

// runOnce gives the program its puzzles, checks the answers, and returns how long
// it ran.
func (t *programTrial) runOnce(ctx context.Context) (time.Duration, error) {
	var input bytes.Buffer
	for i := range t.given {
		input.Write(t.set.puzzles[i%len(t.set.puzzles)][:])
		input.WriteByte('\n')
	}
	output, spent, err := t.execute(ctx, input.Bytes())
	if err != nil {
		return spent, err
	}
	answers, err := t.set.checkAnswers(output, t.given)
	t.known.Answers = answers
	return spent, err
}

// execute runs the program and returns what it printed and how long it took.
func (t *programTrial) execute(ctx context.Context, input []byte) ([]byte, time.Duration, error) {
	words, err := splitWords(t.Command)
	if err != nil {
		return nil, 0, err
	}
	limit := time.Duration(t.options.Timeout * float64(time.Second))
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	output := limitedBuffer{room: outputAnyway + outputPerLine*(1+len(input)/82)}
	complaint := limitedBuffer{room: outputAnyway}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), &output, &complaint
	c.WaitDelay = time.Second // for children that keep the output open
	begin := time.Now()
	err = c.Run()
	spent := time.Since(begin)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, spent, fmt.Errorf("it did not end within %s", limit)
	case err != nil:
		return nil, spent, explain(err, complaint.Bytes())
	}
	return output.Bytes(), spent, nil
}

// explain adds the last line that a program wrote to standard error.
func explain(err error, complaint []byte) error {
	lines := bytes.Split(bytes.TrimSpace(complaint), []byte("\n"))
	if last := bytes.TrimSpace(lines[len(lines)-1]); len(last) > 0 {
		return fmt.Errorf("%w: %s", err, last)
	}
	return err
}

// limitedBuffer is a buffer that does not grow for ever.
type limitedBuffer struct {
	bytes.Buffer
	room int
}

// Write fails when there is no room, which ends the program that writes.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, errors.New("it prints far more than answers")
	}
	return b.Buffer.Write(p)
}
