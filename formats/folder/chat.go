package folder

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/internal/jsontext"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
	"github.com/gridmill/gridmill/solver/ladder/english"
)

// ChatName is the name of the chat layout.
const ChatName = "chat"

// Chat is a layout of JSON Lines for fine-tuning and reinforcement learning. Each line has two chat
// messages: a prompt and an answer. The fields of Chat specify how to write puzzles and positions
// (partly filled puzzles).
type Chat struct {
	tablesOnly
	Style    string // one of ChatStyles
	Template string // template of prompts and answers; empty for the built-in template
	Steps    bool   // answers include the steps
	Search   bool   // if set, extreme puzzles have the steps of a search; otherwise, they have no steps
	// States is the maximum number of lines per puzzle that hold a position and the right next
	// step. Negatives is the maximum for lines that hold a position and a wrong step.
	States, Negatives int
}

// ChatStyles lists the styles of grids: 81 characters, nine lines, or a list of nine lists.
var ChatStyles = []string{"characters", "lines", "list"}

const (
	puzzleField   = "{puzzle}"
	solutionField = "{solution}"
	stepsField    = "{steps}"
	// answerLine separates prompt and answer in a template.
	answerLine = "---"

	rules         = "Each row, column and 3x3 box holds every digit from 1 to 9 once. "
	builtInAnswer = stepsField + "<answer>\n" + solutionField + "\n</answer>"
)

// forms maps each style to a sentence that describes it to a model.
var forms = map[string]string{
	"characters": "Grids are written as 81 characters, row by row, with dots for blanks.",
	"lines":      "Grids are written as nine lines, with dots for blanks.",
	"list":       "Grids are written as a list of nine rows, with zeros for blanks.",
}

// CheckChat returns an error if the style or the template cannot be used.
func CheckChat(c *Chat) error {
	prompt, answer := c.parts()
	switch {
	case !slices.Contains(ChatStyles, c.Style):
		return fmt.Errorf("unknown prompt style %q; choose one of: %s", c.Style, strings.Join(ChatStyles, ", "))
	case !utf8.ValidString(c.Template):
		return errors.New("the template is not valid UTF-8")
	case !strings.Contains(prompt, puzzleField):
		return fmt.Errorf("the template's prompt does not contain %s", puzzleField)
	case strings.Contains(prompt, solutionField), strings.Contains(prompt, stepsField):
		return fmt.Errorf("the template's prompt must not contain %s or %s; a template needs a prompt with %s, a separator line %s, and an answer with %s",
			solutionField, stepsField, puzzleField, answerLine, solutionField)
	case !strings.Contains(answer, solutionField):
		return fmt.Errorf("the template's answer (the text after the %s line) does not contain %s", answerLine, solutionField)
	case !c.Steps && strings.Contains(c.Template, stepsField):
		return option.Misuse(option.Steps, "the template contains %s, but steps were not requested", stepsField)
	case c.Steps && !strings.Contains(answer, stepsField):
		return fmt.Errorf("the template's answer does not contain %s, but steps were requested", stepsField)
	}
	return c.checkReadable(prompt, answer)
}

// fields matches text that looks like a field of a template.
var fields = regexp.MustCompile(`\{\w+\}`)

// UnknownFields returns the parts of the template that look like fields but are not replaced.
func (c *Chat) UnknownFields() []string {
	found := fields.FindAllString(c.Template, -1)
	slices.Sort(found)
	return slices.DeleteFunc(slices.Compact(found), func(field string) bool {
		return field == puzzleField || field == solutionField || field == stepsField
	})
}

// checkReadable checks that a sample puzzle is found in the prompt, and its solution in the answer.
func (c *Chat) checkReadable(prompt, answer string) error {
	puzzle := solver.Grid([]byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	solution := solver.Grid([]byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179"))
	for _, part := range []struct {
		template, field string
		want            *solver.Grid
	}{{prompt, puzzleField, &puzzle}, {answer, solutionField, &solution}} {
		if extract.Last(c.fill(nil, part.template, &puzzle, &solution, nil)).Grid != *part.want {
			return fmt.Errorf("%s must be the last grid in its part of the template (prompt or answer), and must not be next to digits; put %s last, on a separate line", part.field, part.field)
		}
	}
	return nil
}

// parts returns the templates for the prompt and the answer.
func (c *Chat) parts() (prompt, answer string) {
	if c.Template == "" {
		return "Solve this Sudoku puzzle. " + rules + forms[c.Style] +
			" Give the solved grid in the same form between <answer> and </answer>.\n\n" + puzzleField, builtInAnswer
	}
	prompt, answer, found := strings.Cut(c.Template, "\n"+answerLine+"\n")
	if !found {
		return strings.TrimRight(c.Template, "\n"), builtInAnswer
	}
	return prompt, strings.TrimRight(answer, "\n")
}

// Tables implements Layout. Positions are in a separate table.
func (c *Chat) Tables(split string) []Table {
	tables := []Table{rowsTable(split+".chat.jsonl", nil, func(dst []byte, b *formats.Batch, i int) []byte {
		return c.appendRow(dst, b, i, split)
	})}
	if c.States+c.Negatives > 0 {
		tables = append(tables, rowsTable(split+".states.jsonl", nil, func(dst []byte, b *formats.Batch, i int) []byte {
			return c.appendStates(dst, b, i, split)
		}))
	}
	return tables
}

// narrator writes steps as sentences. It is not safe for concurrent use.
type narrator struct {
	ladder     *ladder.Ladder
	text       []byte // sentences, one per line
	untilDigit bool   // omit the steps after the first placed digit
	cell       int    // cell of the first placed digit
	digit      byte   // first placed digit, or 0
	add        func(*ladder.Step)

	prompt, answer []byte
}

var narrators = sync.Pool{New: func() any {
	n := &narrator{ladder: ladder.New()}
	n.add = n.step
	return n
}}

func (n *narrator) step(s *ladder.Step) {
	if n.untilDigit && n.digit != 0 {
		return
	}
	n.text = append(append(n.text, english.Sentence(s)...), '\n')
	if s.Digit > 0 && n.digit == 0 {
		n.cell, n.digit = s.Cell, byte('0'+s.Digit)
	}
}

// tell sets n.text to the ladder's steps from a position. If untilDigit is set, the steps end at
// the first placed digit. If search is set, a search continues the steps. tell reports whether the
// steps solve the position.
func (n *narrator) tell(position *solver.Grid, untilDigit, search bool) (solved bool) {
	n.text, n.untilDigit, n.digit = n.text[:0], untilDigit, 0
	if search {
		n.ladder.ExplainSearch(position, n.add)
		return true
	}
	return n.ladder.Explain(position, n.add).Solved
}

// AppendMessages appends the prompt and the answer for a puzzle as JSON.
func (c *Chat) AppendMessages(dst []byte, puzzle, solution *solver.Grid) []byte {
	n := narrators.Get().(*narrator)
	defer narrators.Put(n)
	prompt, answer := c.parts()
	if c.Steps && n.tell(puzzle, false, c.Search) && len(n.text) > 0 {
		n.text = append(n.text, '\n')
	} else {
		n.text = n.text[:0]
	}
	n.prompt = c.fill(n.prompt[:0], prompt, puzzle, solution, nil)
	n.answer = c.fill(n.answer[:0], answer, puzzle, solution, n.text)
	return appendMessages(dst, n.prompt, n.answer)
}

// appendMessages appends a user message and the assistant's answer as JSON.
func appendMessages(dst, prompt, answer []byte) []byte {
	dst = jsontext.AppendString(append(dst, `[{"role":"user","content":`...), prompt)
	return append(jsontext.AppendString(append(dst, `},{"role":"assistant","content":`...), answer), "}]"...)
}

func (c *Chat) appendRow(dst []byte, b *formats.Batch, i int, split string) []byte {
	dst = c.AppendMessages(append(dst, `{"messages":`...), &b.Puzzles[i], &b.Results[i].Solution)
	dst = append(append(append(dst, `,"puzzle":"`...), b.Puzzles[i][:]...), '"')
	return appendProperties(dst, b, i, split)
}

// appendProperties appends the properties of row i's puzzle, and ends the line.
func appendProperties(dst []byte, b *formats.Batch, i int, split string) []byte {
	dst = append(append(dst, `,"solution":"`...), b.Results[i].Solution[:]...)
	dst = strconv.AppendInt(append(dst, `","clues":`...), int64(b.Puzzles[i].Clues()), 10)
	if len(b.Ratings) > i {
		dst = fmt.Appendf(dst, `,"difficulty":"%s"`, b.Ratings[i].Difficulty)
	}
	if len(b.Classes) > i && b.Classes[i][0] != 0 {
		dst = append(append(append(dst, `,"solution_class":"`...), b.Classes[i][:]...), '"')
	}
	return append(jsontext.AppendString(append(dst, `,"split":`...), []byte(split)), "}\n"...)
}

// fill appends a template with its fields filled in.
func (c *Chat) fill(dst []byte, template string, puzzle, solution *solver.Grid, steps []byte) []byte {
	for {
		open := strings.IndexByte(template, '{')
		if open < 0 {
			return append(dst, template...)
		}
		dst, template = append(dst, template[:open]...), template[open:]
		switch {
		case strings.HasPrefix(template, puzzleField):
			dst, template = c.appendGrid(dst, puzzle), template[len(puzzleField):]
		case strings.HasPrefix(template, solutionField):
			dst, template = c.appendGrid(dst, solution), template[len(solutionField):]
		case strings.HasPrefix(template, stepsField):
			dst, template = append(dst, steps...), template[len(stepsField):]
		default:
			dst, template = append(dst, '{'), template[1:]
		}
	}
}

func (c *Chat) appendGrid(dst []byte, g *solver.Grid) []byte {
	switch c.Style {
	case "lines":
		for row := range 9 {
			dst = append(append(dst, g[9*row:][:9]...), '\n')
		}
		return dst[:len(dst)-1]
	case "list":
		var cells [solver.Cells]byte
		for i, cell := range formats.AppendCells(cells[:0], g, '0') {
			switch {
			case i == 0:
				dst = append(dst, "[["...)
			case i%9 == 0:
				dst = append(dst, "],\n ["...)
			default:
				dst = append(dst, ", "...)
			}
			dst = append(dst, cell)
		}
		return append(dst, "]]"...)
	}
	return append(dst, g[:]...)
}
