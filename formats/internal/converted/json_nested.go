package converted

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// sampleRecords is how many records are searched for grids.
const sampleRecords = 100

// findNested looks where the grids of some records stand: in their fields, or in those of objects
// in them, whose fields then count as the record's. A record may have an answer in its own fields,
// and the puzzle in those of an object. Where grids stand deeper the error says how to get at them.
func (t *jsonTable) findNested(sample [][]byte) error {
	if t.shape.grids {
		return t.refuseTurns(sample)
	}
	nested, direct, answers, path := map[string]bool{}, false, false, ""
	open := false // a nested grid has blanks
	for _, record := range sample {
		t.eachKey(record, func(key, value []byte) {
			grid, full := t.gridAt(value)
			switch {
			case grid && full && !t.isName(key):
				answers = true
			case grid, value[0] == '"' && t.isName(key):
				direct = true
			case value[0] == '{' && t.hasGrid(value, false):
				nested[string(key)] = true
				open = open || t.hasGrid(value, true)
			case path == "":
				path = t.pathIn(value, "."+string(key), 0)
			}
		})
	}
	switch {
	case direct, t.shape.lists, answers && !open:
		return nil
	case len(nested) > 0:
		t.shape.flat = nested
		return nil
	case plainPath.MatchString(strings.TrimPrefix(t.shape.path, ".[]") + path):
		if t.shape.path != "" {
			path = t.shape.path + " | " + path
		}
		return fmt.Errorf("its grids stand deeper than in the fields of its records; make rows of what holds them first (jq -c '%s')", path)
	}
	return nil
}

// plainPath is a path that needs no quotes.
var plainPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*(\[\])*)+$`)

// hasGrid reports whether an object has a grid in one of its own fields, which may have to be one
// with blanks.
func (t *jsonTable) hasGrid(object []byte, open bool) (found bool) {
	eachMember(object, 0, func(_, value []byte) bool {
		grid, full := t.gridAt(value)
		found = grid && (!open || !full)
		return !found
	})
	return found
}

// pathIn returns where grids with blanks, or objects that have some, stand in a value, as jq would
// have it, given the path of the value. It is empty where there are none.
func (t *jsonTable) pathIn(value []byte, path string, depth int) (found string) {
	grid, full := t.gridAt(value)
	switch {
	case depth == maxDepth:
	case value[0] == '{' && t.hasGrid(value, true), grid && !full:
		return path
	case value[0] == '{' || value[0] == '[':
		eachMember(value, 0, func(key, member []byte) bool {
			to := path + "[]"
			if value[0] == '{' {
				to = path + "." + string(key)
			}
			found = t.pathIn(member, to, depth+1)
			return found == ""
		})
	}
	return found
}

// refuseTurns refuses a file of grids that are puzzles and, in turns, what looks like their
// answers.
func (t *jsonTable) refuseTurns(sample [][]byte) error {
	open, full := 0, 0
	for _, record := range sample {
		if grid, isFull := t.gridAt(record[skipSpace(record, 0):]); isFull {
			full++
		} else if grid {
			open++
		}
	}
	if open > 0 && 4*full > open {
		return errors.New("its grids are puzzles and, perhaps, their answers; make objects of both first (if they stand in turns: jq -cn '[inputs] | flatten | _nwise(2) | {puzzle: .[0], solution: .[1]}')")
	}
	return nil
}
