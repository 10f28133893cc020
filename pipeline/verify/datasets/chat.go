package datasets

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/solver"
)

// chatExtras returns the check of the computed columns of the layout chat.
func chatExtras() verify.ExtrasCheck {
	extras, err := formats.ParseExtras("class,difficulty")
	if err != nil {
		panic(err) // both are known
	}
	return verify.ExtrasCheck{Extras: extras}
}

// chatOf returns the settings with which the layout chat wrote the data set.
func (c *checker) chatOf() *folder.Chat {
	return &folder.Chat{
		Style: cmp.Or(c.option("prompt"), folder.ChatStyles[0]), Template: c.option("template_text"),
		Steps: c.extra.Extras.Columns().Has(formats.StepsColumn),
	}
}

// checkMessages checks that the prompt of row i contains the puzzle, that the answer contains its
// solution, and that both are exactly what the layout writes, including the steps.
func (v *tableVerifier) checkMessages(e *checkedRows, i int, messages []byte, fault func(format string, args ...any)) {
	puzzle, solution := &e.puzzles[i], &e.solutions[i]
	before := len(e.faults)
	if extract.LastOf(messages, "user").Grid != *puzzle {
		fault("the prompt does not contain the puzzle")
	}
	if extract.LastOf(messages, "assistant").Grid != *solution {
		fault("the answer does not contain the solution")
	}
	if len(e.faults) > before {
		return
	}
	e.messages = v.chat.AppendMessages(e.messages[:0], puzzle, solution)
	if err := compareMessages(messages, e.messages); err != nil {
		fault("%w", err)
	}
}

// compareMessages returns an error for the first difference between messages and what the layout
// writes.
func compareMessages(is, want []byte) error {
	if bytes.Equal(is, want) {
		return nil
	}
	for _, role := range []string{"user", "assistant"} {
		is, want := extract.ContentOf(is, role), extract.ContentOf(want, role)
		if bytes.Equal(is, want) {
			continue
		}
		at := 0
		for at < min(len(is), len(want)) && is[at] == want[at] {
			at++
		}
		if at = bytes.LastIndex(want[:at], lineEnd); at >= 0 {
			at += len(lineEnd)
		}
		at = max(at, 0)
		return fmt.Errorf("the message of the %s has %.100q, expected %.100q", role, lineAt(is, at), lineAt(want, at))
	}
	return errors.New("the messages have the right content, but not in the form that the layout writes")
}

// lineEnd is the end of a line in the content of a message, which is JSON.
var lineEnd = []byte(`\n`)

// lineAt returns the line that starts at the given position in the content of a message.
func lineAt(content []byte, at int) []byte {
	line, _, _ := bytes.Cut(content[at:], lineEnd)
	return line
}

// A state is a line of the file of positions.
type state struct {
	Messages                               json.RawMessage
	Position, Solution, Step, Label, Split string
}

// statesPerRow returns the number of positions per row in the layout chat.
func (c *checker) statesPerRow() (n int64) {
	for _, name := range []string{"states", "negatives"} {
		if count, err := strconv.ParseInt(c.option(name), 10, 64); err == nil {
			n += count
		}
	}
	return n
}

func statesFile(split string) string { return split + ".states.jsonl" }

// checkStates checks the positions of a split in the layout chat, if there are any.
func (c *checker) checkStates(split string, rows int64) {
	expected := rows * c.statesPerRow()
	if expected == 0 {
		return
	}
	name := statesFile(split)
	f, err := os.Open(c.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return // reported by checkFiles
	}
	if err != nil {
		c.faultOf(name, "%w", files.WithoutPath(err))
		return
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	n, chat := int64(0), c.chatOf()
	for lines.Scan() {
		n++
		if err := checkState(lines.Bytes(), split, chat); err != nil {
			c.Fault(pipeline.Fault{File: c.path(name), Line: n, Row: n, Err: err})
		}
	}
	if err := lines.Err(); err != nil {
		c.faultOf(name, "it cannot be read: %w", err)
	} else if n != expected {
		c.faultOf(name, "it has %d positions, expected %d", n, expected)
	}
}

// checkState returns an error if a line of the file of positions is wrong.
func checkState(line []byte, split string, chat *folder.Chat) error {
	var s state
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return fmt.Errorf("it is not a position: %w", err)
	}
	if len(s.Position) != solver.Cells || len(s.Solution) != solver.Cells {
		return errors.New("the position or the solution does not have 81 cells")
	}
	position, solution := solver.Grid([]byte(s.Position)), solver.Grid([]byte(s.Solution))
	if err := verify.CheckSolution(&solution, &position); err != nil {
		return err
	}
	var row, column int
	var digit byte
	if _, err := fmt.Sscanf(s.Step, "r%1dc%1d=%c", &row, &column, &digit); err != nil || min(row, column) < 1 || digit < '1' || digit > '9' || len(s.Step) != len("r1c1=1") {
		return fmt.Errorf("the step is %.40q, expected a step such as r4c2=7", s.Step)
	}
	cell := 9*(row-1) + column - 1
	right := solution[cell] == digit
	switch asked := extract.LastOf(s.Messages, "user"); {
	case position[cell] != solver.Blank:
		return fmt.Errorf("the step %s fills a cell that is not blank", s.Step)
	case right && s.Label != "right" || !right && s.Label != "wrong":
		return fmt.Errorf("the step %s has the label %.40q, but the solution says otherwise", s.Step, s.Label)
	case s.Split != split:
		return fmt.Errorf("split is %.40q, expected %q", s.Split, split)
	case asked.Grid != position:
		return errors.New("the prompt does not contain the position")
	case !bytes.HasSuffix(extract.ContentOf(s.Messages, "assistant"), []byte(s.Step)):
		return errors.New("the answer does not end with the step")
	}
	want, _, _ := chat.AppendState(nil, &position, &solution, cell, right)
	return compareMessages(s.Messages, want)
}
