package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/option"
)

// outputNames and chatNames list known names of columns with model outputs. chatNames apply only if
// no column has one of the outputNames, because a chat can also be a prompt.
var (
	outputNames = []string{"prediction", "predictions", "output", "response", "completion", "model_output", "pred"}
	chatNames   = []string{"messages", "conversations"}
)

// isChatName reports whether a column with this name usually holds chats or prompts.
func isChatName(name string) bool {
	return isNamed(name, "prompt") || slices.ContainsFunc(chatNames, func(chat string) bool { return isNamed(name, chat) })
}

// Outputs specifies the columns of model outputs. These columns never hold answers. They hold
// puzzles only in the prompts of chats.
type Outputs struct {
	Names []string // names or numbers of the columns; by default, the known names (see outputNames)
}

func (o *Outputs) columns(columns []string) (found []int, err error) {
	if len(o.Names) == 0 {
		if found = namedColumns(columns, outputNames); len(found) == 0 {
			found = namedColumns(columns, chatNames)
		}
		if len(found) == 0 {
			err = option.Errorf(option.Predictions, "no column has a known name for model outputs (%s); the columns are: %s",
				strings.Join(slices.Concat(outputNames, chatNames), ", "), NameList(columns))
		}
		return found, err
	}
	for _, name := range o.Names {
		i, err := findColumn(columns, name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(found, i) {
			return nil, option.Misuse(option.Columns, "output column %s is listed twice", ShownName(columns[i]))
		}
		found = append(found, i)
	}
	return found, nil
}

// hide clears the statistics of columns with model outputs, so that these columns are not chosen
// for puzzles or answers. It keeps the number of chats, because their prompts can hold the puzzles.
func (o *Outputs) hide(columns []string, stats []columnStats) error {
	if o == nil {
		return nil
	}
	found, err := o.columns(columns)
	for _, i := range found {
		stats[i] = columnStats{values: max(stats[i].values, 1), chats: stats[i].chats}
	}
	return err
}

// besideOutputs returns the advice for inputs without puzzles: option.BesideOutputs if the inputs
// hold model outputs, and otherwise the given name.
func (o *ReadOptions) besideOutputs(name option.Name) option.Name {
	if o.Outputs != nil {
		return option.BesideOutputs
	}
	return name
}

// rejectsFull reports whether full grids do not count as puzzles. named indicates whether an option
// names their column or format. columns holds the statistics of all columns, if any.
func (o *ReadOptions) rejectsFull(named bool, columns []columnStats) bool {
	isLongText := func(c columnStats) bool { return !c.holdsGrids() && c.values > c.invalid[gridtext.ValueTooShort] }
	areAlone := o.FullAlone && !slices.ContainsFunc(columns, isLongText)
	return o.NeedsBlanks || !o.FullGrids && !areAlone && !named
}

// errorOnFull returns the error for a file of full grids. where lists their columns or is empty.
func (o *ReadOptions) errorOnFull(usual option.Name, where string) error {
	const full = "the grids%s have no blanks, so they are "
	if o.NeedsBlanks {
		return option.Errorf(option.Criterion, full+"answers and cannot be compared with puzzles", where)
	}
	return option.Errorf(o.besideOutputs(usual), full+"probably answers", where)
}

// OutputColumns returns the kept columns with model outputs, and their names.
func (s *Schema) OutputColumns(o *Outputs) (kept []int, names []string, err error) {
	columns := s.Columns
	if columns == nil { // without columns, only the text next to puzzles can be kept
		columns = s.keptNames()
	}
	found, err := o.columns(columns)
	if err != nil {
		return nil, nil, err
	}
	for _, i := range found {
		k := slices.Index(s.keptNames(), columns[i])
		switch {
		case k < 0:
			return nil, nil, option.Errorf(option.KeptOutput, "column %s contains model outputs, but is not kept", ShownName(columns[i]))
		case i == s.Roles.Puzzle && s.Columns != nil && !isChatName(columns[i]):
			return nil, nil, option.Errorf(option.Predictions, "column %s contains the puzzles, so it cannot contain outputs", ShownName(columns[i]))
		case i == s.Roles.Answer && s.Columns != nil:
			return nil, nil, option.Errorf(option.Predictions, "column %s contains the answers, so it cannot contain outputs", ShownName(columns[i]))
		}
		if f := s.Kept[k]; !f.HasText() {
			return nil, nil, fmt.Errorf("column %s is nested (%s), so the outputs in it cannot be found; convert the file to JSON Lines, or store only the text of the outputs in the column", ShownName(f.Name), f.typeName())
		}
		kept, names = append(kept, k), append(names, columns[i])
	}
	return kept, names, nil
}

// LooksLikeOutputs lists the names of the columns that probably hold model outputs.
func (s *Schema) LooksLikeOutputs() string {
	found := slices.DeleteFunc(namedColumns(s.Columns, outputNames), func(i int) bool {
		return i == s.Roles.Puzzle || i == s.Roles.Answer
	})
	return namesOf(s.Columns, found)
}

// KeptColumn returns the index of the kept column with the given name or number.
func (s *Schema) KeptColumn(name string) (int, error) { return findColumn(s.keptNames(), name) }

func (s *Schema) keptNames() []string { return mapped(s.Kept, func(f Field) string { return f.Name }) }
