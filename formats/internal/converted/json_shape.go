package converted

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// A Look is what a reader of JSON must know of grids to find the records that hold them.
type Look struct {
	// Grid reports whether a value is a grid, and whether that is full. It is given what a
	// string says, or a list as it stands.
	Grid func(value []byte) (grid, full bool)
	// Name reports whether a key is one of puzzles.
	Name func(key string) bool
}

// recordShape is where a file of JSON has its records, and what they are: objects unless one of
// these is set.
type recordShape struct {
	path  string          // of the array in which they stand, as jq has it, or empty
	grids bool            // each is a grid, as a string or a list
	lists bool            // each is a list, whose elements are its fields
	names []string        // of these fields, as far as they have any
	flat  map[string]bool // keys of objects whose own fields are the record's
}

// columnsAdvice is what to do about JSON of columns.
const columnsAdvice = "it is JSON of columns, and not of rows; write it by rows first (in Python: pandas.read_json(FILE, dtype=False).to_json(FILE + '.jsonl', orient='records', lines=True)), or, where each list holds puzzles, make rows of all (jq -c '.[][]')"

// findRecords finds out where the records start in a text, which may be cut anywhere, and
// what they are.
func (t *jsonTable) findRecords(text []byte) (start int, err error) {
	t.records, t.shape = records{lines: holdsLines(text), holds: t.holdsGrid}, recordShape{}
	i := skipSpace(text, 0)
	if i == len(text) {
		return 0, nil
	}
	switch text[i] {
	case '{':
		if end := objectEnd(text[i:]); end > 0 && skipSpace(text, i+end) < len(text) {
			return 0, nil // others follow
		}
		w := wrapper{table: t, text: text}
		if w.look(i, 1, ""); w.err != nil || w.start == 0 {
			return 0, w.err
		}
		t.records.place, t.records.lines = atFirst, false
		t.records.inside, t.records.ofColumn, t.records.path = w.depth, t.shape.grids, w.path
		t.shape.path = w.path + "[]"
		return w.start + 1, nil
	case '[', '"':
		return t.findValues(text, i)
	}
	return 0, nil
}

// findValues finds the records of a file that starts with a list or a string: these stand one
// after the other, or in the list.
func (t *jsonTable) findValues(text []byte, i int) (start int, err error) {
	end := skipValue(text, i, 0)
	next := len(text)
	if end >= 0 {
		next = skipSpace(text, end)
	}
	switch {
	case end >= 0 && t.isGrid(text[i:]):
		t.shape.grids = true
	case text[i] == '[' && next < len(text) && text[next] == '[' && text[skipSpace(text, i+1)] != '{':
		t.shape = recordShape{lists: true}
	case text[i] == '[' && t.holdsRecords(text, i) && (t.shape.grids || t.shape.lists):
		t.records.place = atFirst
		return i + 1, nil
	default:
		t.shape.path = ".[]"
		return 0, nil
	}
	line, _, _ := bytes.Cut(text[i:], []byte{'\n'})
	t.records.lines = i+len(bytes.TrimRight(line, " \t\r,")) == end
	t.records.place = inSeries
	return i, nil
}

// holdsRecords reports whether the first element of the list at i is a record, and notes of
// which kind: an object, or a grid, or a list that holds one.
func (t *jsonTable) holdsRecords(text []byte, i int) bool {
	t.shape.grids, t.shape.lists = false, false
	if i = skipSpace(text, i+1); i == len(text) {
		return false
	}
	switch element := text[i:]; {
	case element[0] == '{':
		return t.holdsGrid(element)
	case t.isGrid(element):
		t.shape.grids = true
	case element[0] == '[':
		t.shape.lists = t.holdsGrid(element)
	}
	return t.shape.grids || t.shape.lists
}

// isGrid reports whether text starts with a whole value that is a grid.
func (t *jsonTable) isGrid(text []byte) bool {
	grid, _ := t.gridAt(text)
	return grid
}

func (t *jsonTable) gridAt(text []byte) (grid, full bool) {
	end := skipValue(text, 0, 1)
	switch {
	case end < 0 || t.look.Grid == nil:
		return false, false
	case text[0] == '"':
		return t.look.Grid(appendUnescaped(nil, text[1:end-1]))
	}
	return t.look.Grid(text[:end])
}

// isName reports whether a key is one of puzzles.
func (t *jsonTable) isName(key []byte) bool { return t.look.Name != nil && t.look.Name(string(key)) }

// holdsGrid reports whether the value that text starts with is a grid, or holds one anywhere.
func (t *jsonTable) holdsGrid(text []byte) bool { return t.holdsGridIn(text, 0) }

func (t *jsonTable) holdsGridIn(text []byte, depth int) (found bool) {
	switch {
	case len(text) == 0 || depth > maxDepth:
		return false
	case t.isGrid(text):
		return true
	case text[0] == '{' || text[0] == '[':
		eachMember(text, 0, func(_, value []byte) bool {
			found = t.holdsGridIn(value, depth+1)
			return !found
		})
	}
	return found
}

// eachMember calls f for the members of an object, or the elements of a list, that starts at i,
// each with the text from its value on, until f returns false or the text is wrong or ends.
func eachMember(text []byte, i int, f func(key, value []byte) bool) {
	object := text[i] == '{'
	for {
		i = skipSpace(text, i+1)
		start := i
		var key []byte
		if object {
			if i = skipKey(text, i); i < 0 {
				return
			}
			key = keyIn(text[start:i])
		}
		if i >= len(text) || !f(key, text[i:]) {
			return
		}
		if i = skipValue(text, i, 1); i < 0 {
			return
		}
		if i = skipSpace(text, i); i >= len(text) || text[i] != ',' {
			return
		}
	}
}

// keyIn returns what stands between the quotes of a key, given the text up to its value.
func keyIn(text []byte) []byte { return text[1:bytes.LastIndexByte(text, '"')] }

// wrapper looks for the list of records in the one object of a file.
type wrapper struct {
	table *jsonTable
	text  []byte
	start int    // of the list; 0 for none
	depth int    // of the object in which it stands, from 1
	path  string // of the list
	err   error
}

// look goes through the members of the object at i, which has a path. It reports whether to go on,
// which it need not where the object is a record itself, or one of its members is.
func (w *wrapper) look(i, depth int, path string) (goOn bool) {
	goOn = true
	lists, records, puzzles, isRecord := 0, 0, 0, false
	var names []string
	eachMember(w.text, i, func(key, value []byte) bool {
		at := len(w.text) - len(value)
		if value[0] == '{' && w.table.hasGrid(value, true) {
			records++
		}
		grid, full := w.table.gridAt(value)
		if grid && !full {
			puzzles++
		}
		switch {
		case records > 1 || records == 1 && isNumber(key) || puzzles > 2:
			w.err, goOn = errors.New("its records stand in an object, each under a key of its own; make rows of them first (jq -c '.[]')"), false
		case records == 1: // the others may be about it
		case value[0] == '"' && w.table.isName(key):
			goOn = false
		case grid || isRecord: // of which the other fields may be puzzles, too
			isRecord = true
		case value[0] == '[' && w.table.holdsRecords(w.text, at):
			w.start, w.depth, w.path, goOn = at, depth, path+"."+string(key), false
			w.table.shape.names = names
			if w.table.shape.grids && lists > 0 {
				w.err = errors.New(columnsAdvice)
			}
		case value[0] == '{' && depth < maxWrapped:
			goOn = w.look(at, depth+1, path+"."+string(key))
		case value[0] == '[':
			lists++
			if string(key) == "columns" {
				names = stringsOf(value)
			}
		}
		return goOn
	})
	return goOn && records == 0 && !isRecord
}

// maxWrapped is how deep the list of records may stand in objects.
const maxWrapped = 3

// isNumber reports whether a key has digits only.
func isNumber(key []byte) bool {
	return len(key) > 0 && !slices.ContainsFunc(key, func(c byte) bool { return c-'0' > 9 })
}

// stringsOf returns the strings of a list, or nil if it has other values.
func stringsOf(list []byte) (all []string) {
	good := true
	eachMember(list, 0, func(_, value []byte) bool {
		end := skipValue(value, 0, 1)
		if good = end > 0 && value[0] == '"'; good {
			all = append(all, string(appendUnescaped(nil, value[1:end-1])))
		}
		return good
	})
	if !good {
		return nil
	}
	return all
}

// elementName returns the name of a field of records that are lists, counted from 0.
func (t *jsonTable) elementName(n int) string {
	if n < len(t.shape.names) {
		return t.shape.names[n]
	}
	return fmt.Sprintf("column_%d", n+1)
}
