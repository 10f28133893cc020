package benchmarks

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
)

// External is a solver program that is not part of gridmill. It reads one puzzle per line from
// standard input, with '.' for blanks. If the command contains {}, the program reads a file
// instead, and the name of the file replaces {}. The program must exit after the last puzzle.
type External struct {
	Name    string `json:"name"`
	Command string `json:"command"`
}

// ParseExternal parses text of the form NAME=COMMAND.
func ParseExternal(text string) (External, error) {
	name, command, found := strings.Cut(text, "=")
	e := External{strings.TrimSpace(name), strings.TrimSpace(command)}
	if !found || e.Name == "" || e.Command == "" {
		return e, fmt.Errorf("an external solver must be given as NAME='COMMAND ...', not %q", text)
	}
	_, err := splitWords(e.Command)
	return e, err
}

// splitWords splits a command into words as a shell does, so that no shell is needed. A space ends
// a word unless the space is quoted or follows a backslash.
func splitWords(command string) (words []string, err error) {
	var word []byte // nil between words
	var quote byte  // the quote that is open, or 0
	for i := 0; i < len(command); i++ {
		c := command[i]
		escapes := c == '\\' && quote != '\'' && i+1 < len(command)
		switch {
		case escapes && strings.IndexByte(` '"\`, command[i+1]) >= 0:
			i++
			word = append(word, command[i])
		case quote == 0 && (c == '\'' || c == '"'):
			quote, word = c, slices.Grow(word, 1) // not nil, because empty quotes are also a word
		case quote == 0 && c == ' ':
			if word != nil {
				words = append(words, string(word))
			}
			word = nil
		case c == quote:
			quote = 0
		default:
			word = append(word, c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("unclosed quote in: %s", command)
	}
	if word != nil {
		words = append(words, string(word))
	}
	return words, nil
}

// program is the contestant that runs an external program.
type program struct {
	External
	options *Options
	words   []string // the words of Command
}

func (p *program) label() string { return p.Name }

// mostGiven is the maximum number of puzzles in a round. If rounds are too short, the number of
// puzzles is increased up to this limit.
const mostGiven = 1 << 18

// check measures the program's start-up time and checks the program's answers. It increases the
// number of puzzles, up to mostGiven, until a run takes half of intendedTime. If SampleLike has set
// the number, check does not change it.
func (p *program) check(ctx context.Context, s *puzzleSet, c *checker) (trial, error) {
	t := &programTrial{program: p, set: s, given: min(16, len(s.puzzles))}
	if p.options.Puzzles > 0 {
		t.given = len(s.puzzles)
	}
	t.known = Result{Corpus: s.corpus.Name, Solver: p.Name, CorpusPuzzles: s.distinct, CorpusMorphs: len(s.puzzles), Process: &Process{}}
	set := p.options.samples[t.known.title()]
	t.given = cmp.Or(set, t.given)
	if err := t.prepare(ctx, set > 0); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		t.known.Failure = err.Error()
	}
	if err := t.diff(ctx, c); err != nil {
		return nil, err
	}
	t.known.Given = t.given
	t.known.Puzzles, t.known.Morphs = min(t.given, s.distinct), min(t.given, len(s.puzzles))
	return t, nil
}

type programTrial struct {
	*program
	set     *puzzleSet
	given   int // number of puzzles in one run
	startup spent
	known   Result // all but the speed
}

func (t *programTrial) result() Result { return t.known }

// prepare makes the measurements for check. If isFixed is set, it does not change t.given.
func (t *programTrial) prepare(ctx context.Context, isFixed bool) error {
	if err := t.measureStartup(ctx); err != nil {
		return err
	}
	enough := t.intendedTime() / 2
	for {
		took, err := t.runOnce(ctx)
		if err != nil {
			return err
		}
		busy := t.busy(took).clock
		if busy >= enough || t.wholePasses(mostGiven) == t.given || isFixed {
			return nil
		}
		growth := float64(enough) / float64(max(busy, enough/16))
		t.given = t.wholePasses(min(int(float64(t.given)*max(2, growth)), mostGiven))
	}
}

// wholePasses returns n if Options.Puzzles is 0. Otherwise, it rounds n down to a multiple of the
// set's size, so that all puzzles occur equally often. The multiple is at least the set's size.
func (t *programTrial) wholePasses(n int) int {
	if t.options.Puzzles == 0 {
		return n
	}
	return max(n-n%len(t.set.puzzles), len(t.set.puzzles))
}

// measureStartup times the program without puzzles. If the program fails for a reason other than
// the time limit, measureStartup times it with one puzzle instead.
func (t *programTrial) measureStartup(ctx context.Context) error {
	input := []byte{}
	var clock, processor []float64
	for len(clock) < Rounds {
		_, took, err := t.execute(ctx, input)
		if err != nil && len(input) == 0 && !errors.Is(err, errTimeout) {
			input = []byte(t.set.puzzles[0].String() + "\n")
			continue
		}
		if err != nil {
			return err
		}
		clock, processor = append(clock, took.clock.Seconds()), append(processor, took.processor.Seconds())
	}
	t.known.StartupSeconds = median(clock)
	t.startup = spent{seconds(t.known.StartupSeconds), seconds(median(processor))}
	return nil
}

// round runs the program once more, measures its speed and checks its answers again.
func (t *programTrial) round(ctx context.Context) (speed, error) {
	took, err := t.runOnce(ctx)
	busy := t.busy(took)
	s := speed{clock: float64(t.given) / busy.clock.Seconds()}
	if busy.processor > 0 {
		s.processor = float64(t.given) / busy.processor.Seconds()
	}
	return s, err
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// busy subtracts the start-up time from total. The result is at least 1% of total, because the
// start-up time varies and can exceed total.
func (t *programTrial) busy(total spent) spent {
	return spent{max(total.clock-t.startup.clock, total.clock/100), max(total.processor-t.startup.processor, total.processor/100)}
}

// intendedTime implements trial. A round must be much longer than the start-up time, which varies.
func (t *programTrial) intendedTime() time.Duration { return max(t.options.share(), 4*t.startup.clock) }

// runOnce gives the program its puzzles, checks the answers and returns the running time.
func (t *programTrial) runOnce(ctx context.Context) (spent, error) {
	output, took, err := t.execute(ctx, t.set.lines(t.given))
	answers := t.set.checkAnswers(output, t.given, nil)
	if err != nil {
		return took, fmt.Errorf("%w; it printed %s for %s", err, english.Plural(answers.right, "correct answer", ""), english.Plural(t.given, "puzzle", ""))
	}
	t.known.Answers, t.known.Repeated, t.known.CountsOnly = answers.right, answers.repeated, answers.counts
	return took, answers.err()
}

// diff runs the program once more, without repeated puzzles, and writes the answers to c.diff. If
// no diff was requested, it does nothing.
func (t *programTrial) diff(ctx context.Context, c *checker) error {
	if c.diff == nil {
		return nil
	}
	given := min(t.given, len(t.set.puzzles))
	output, _, err := t.execute(ctx, t.set.lines(given))
	if err != nil {
		t.known.Failure = cmp.Or(t.known.Failure, err.Error())
		return context.Cause(ctx)
	}
	t.set.checkAnswers(output, given, func(i int, a *programAnswer) { c.writeProgram(t.Name, t.set, i, a) })
	return nil
}

// lines returns the first n puzzles of the set as text, one per line. If n is larger than the set,
// the set is repeated.
func (s *puzzleSet) lines(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		b.Write(s.puzzles[i%len(s.puzzles)][:])
		b.WriteByte('\n')
	}
	return b.Bytes()
}
