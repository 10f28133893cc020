package datasets

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"strconv"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/verify"
)

// chatOf returns the settings with which the chat layout of the data set was written.
func (c *checker) chatOf() *folder.Chat {
	states, _ := strconv.Atoi(c.option("states")) // 0 if the data set does not record it
	negatives, _ := strconv.Atoi(c.option("negatives"))
	return &folder.Chat{
		Style: cmp.Or(c.option("prompt"), folder.ChatStyles[0]), Template: c.option("template_text"),
		Steps: c.extra.Extras.Columns.Has(formats.StepsColumn), States: states, Negatives: negatives,
	}
}

// checkMessages checks that the prompt of row i contains the puzzle and that the answer contains
// its solution. It also checks that both are exactly what the layout writes.
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
	if !bytes.Equal(messages, e.messages) {
		is, should := verify.Differing(string(messages), string(e.messages))
		fault("messages are %s, expected %s", is, should)
	}
}

// A statesFile is the file of the chat layout that holds the positions (partly filled grids) of a
// split's puzzles. It must contain exactly what the layout writes for these puzzles.
type statesFile struct {
	table folder.Table
	file  *os.File
	same  *comparer // nil after a difference or an invalid row
}

// statesTable returns the table for the statesFile of a split, and reports whether the layout has
// such a file.
func statesTable(chat *folder.Chat, split string) (table folder.Table, has bool) {
	made, err := folder.New(folder.ChatName, folder.Options{Chat: *chat})
	if err != nil {
		return table, false // cannot happen, because the chat layout exists
	}
	tables := made.Tables(split)
	return tables[len(tables)-1], len(tables) > 1
}

// checkNoStates checks that the statesFile of a split without rows is empty.
func (v *tableVerifier) checkNoStates() {
	if v.states = v.openStates(); v.states != nil {
		v.states.end(v.faultOf)
		_ = v.states.file.Close()
	}
}

// openStates opens the split's statesFile. If it cannot be opened, openStates returns nil.
func (v *tableVerifier) openStates() *statesFile {
	table, has := statesTable(v.chat, v.counts.Name)
	if !has {
		return nil
	}
	f, err := os.Open(v.path(table.Path))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // checkFiles reports missing files
			v.faultOf(table.Path, "it cannot be read: %w", files.WithoutPath(err))
		}
		return nil
	}
	return &statesFile{table, f, &comparer{in: bufio.NewReaderSize(f, 64<<10)}}
}

// compare compares positions, the text that the layout writes for a batch, with the next bytes of
// the file. If the batch has an invalid row (whole is false), compare ignores this batch and all
// later batches.
func (s *statesFile) compare(positions []byte, whole bool, fault func(name, format string, args ...any)) {
	if s.same == nil {
		return
	}
	if !whole {
		s.same = nil
	} else if _, err := s.same.Write(positions); err != nil {
		fault(s.table.Path, "%w", err)
		s.same = nil
	}
}

// end checks that the file ends after the text that has been compared.
func (s *statesFile) end(fault func(name, format string, args ...any)) {
	if s.same != nil {
		if err := s.same.end(); err != nil {
			fault(s.table.Path, "%w", err)
		}
	}
}
