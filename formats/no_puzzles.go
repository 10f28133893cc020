package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/gridtext"
	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// noPuzzles says why no column is taken for the puzzles, and what to do about it. It names a
// setting only where that can mend it: no choice of a column makes grids of values that are none.
func noPuzzles(columns []string, rows sample, seen []gridtext.Sight, open, full []int) error {
	const none = "no column looks like puzzles"
	list := fmt.Sprintf("(the file has: %s)", nameList(columns))
	within := columnsWhere(seen, gridtext.Sight.MostlyWithin)
	masks, fromZero := columnsWhere(seen, gridtext.Sight.OnlyMasks), columnsWhere(seen, gridtext.Sight.MostlyFromZero)
	switch {
	case len(open) > 2:
		return option.Errorf(option.Column, "several columns hold grids (%s); write one a row to solve them all", namesOf(columns, open))
	case len(open) > 1:
		return option.Errorf(option.Column, "several columns hold grids (%s)", namesOf(columns, open))
	case len(rows) == 0:
		return option.Errorf(option.Column, "%s %s", none, list)
	case len(columns) == 1 && seen[0].Meant > seen[0].Grids && separator(columns[0], rows) != 0:
		return option.Errorf(option.Delimiter, "the only column, %s, holds grids with something else, apart by %q", namesOf(columns, []int{0}), separator(columns[0], rows))
	case len(within) > 0:
		return fmt.Errorf("%s %s: grids stand among other text in %s; write them alone first (grep -oE '[0-9.]{81}' takes them out of text)", none, list, namesOf(columns, within))
	case len(masks) > 0 && len(full) > 0:
		return fmt.Errorf("%s %s: %s holds 0 and 1 alone, as masks do, and the grids in %s are full, as answers are; make puzzles of both first", none, list, namesOf(columns, masks), namesOf(columns, full))
	case len(masks) > 0:
		return option.Errorf(option.Column, "%s %s: %s holds 0 and 1 alone, as masks do", none, list, namesOf(columns, masks))
	case len(fromZero) > 0:
		return fmt.Errorf("%s %s: the grids in %s have digits from 0 to 8, as answers counted from 0 have; add 1 to each first", none, list, namesOf(columns, fromZero))
	case len(full) == 1:
		return answersAlone("%s: the grids in %s are full, as answers are %s", none, namesOf(columns, full), list)
	case len(full) > 1:
		return option.Errorf(option.Column, "several columns hold full grids (%s) and none holds puzzles", namesOf(columns, full))
	case nineValuesOfNine(rows[0]):
		return fmt.Errorf("%s %s: nine columns of nine cells are read if their names say that each holds a row of a grid (row1 to row9)", none, list)
	}
	return fmt.Errorf("%s %s: a puzzle is one value of 81 cells, and the first row has %s; make one value of each grid first", none, list, firstValues(rows[0][:min(len(rows[0]), len(columns))]))
}

// columnsWhere returns the columns that look as wanted.
func columnsWhere(seen []gridtext.Sight, wanted func(gridtext.Sight) bool) (found []int) {
	for i, s := range seen {
		if wanted(s) {
			found = append(found, i)
		}
	}
	return found
}

// separator returns the character at which values of the only column, and its name, can be split so
// that all have as many fields and one of them holds grids, or 0.
func separator(name string, rows sample) byte {
	for _, c := range []byte(" :=/&#") {
		fields, grids := strings.Count(name, string(c)), 0
		alike := func(row [][]byte) bool { return len(row) == 1 && bytes.Count(row[0], []byte{c}) == fields }
		if fields == 0 || slices.ContainsFunc(rows, func(row [][]byte) bool { return !alike(row) }) {
			continue
		}
		for _, row := range rows {
			split := scan.FieldsOf(row[0], c)
			for split.Next() {
				if grid, _ := gridtext.IsGrid(split.Field); grid {
					grids++
					break
				}
			}
		}
		if 2*grids > len(rows) {
			return c
		}
	}
	return 0
}

// nineValuesOfNine reports whether a row holds nine values of nine cells each in a row.
func nineValuesOfNine(row [][]byte) bool {
	values := 0
	for _, value := range row {
		cells := len(value) == 9 && !slices.ContainsFunc(value, func(c byte) bool { return !solver.IsCell(c) })
		if values++; !cells {
			values = 0
		}
		if values == 9 {
			return true
		}
	}
	return false
}

// firstValues shows some values of a row.
func firstValues(row [][]byte) string {
	const most, longest = 5, 24
	var shown []string
	for i, value := range row {
		if i == most {
			return strings.Join(shown, ", ") + ", ..."
		}
		text := string(value)
		if len(text) > longest {
			text = strings.ToValidUTF8(text[:longest], "") + "..."
		}
		shown = append(shown, strconv.Quote(text))
	}
	return strings.Join(shown, ", ")
}
