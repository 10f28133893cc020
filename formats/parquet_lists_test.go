package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"

	"github.com/gridmill/gridmill/solver"
)

// listMaker builds a column of lists, and a column of text with the same lists in JSON notation.
type listMaker struct {
	random *rand.Rand
	depth  int
	large  int // a large number that fits into the type of the column
	rows   []any
}

// addAny adds the given grid, a damaged copy of it, an empty list or a null row. If lists are
// nested, the numbers are divided into inner lists, either of nine numbers or of random lengths.
func (m *listMaker) addAny(grid string) {
	var numbers []any
	for _, c := range strings.ReplaceAll(grid, ".", "0") {
		numbers = append(numbers, int(c-'0'))
	}
	at := m.random.IntN(len(numbers))
	switch m.random.IntN(12) {
	case 0:
		m.rows = append(m.rows, []any{nil, []any{}}[m.random.IntN(2)])
		return
	case 1:
		numbers[at] = []any{10, -1, 255, m.large, 1<<8 + 1, nil}[m.random.IntN(6)]
	case 2:
		numbers = numbers[:at+1]
	case 3:
		numbers = append(numbers, 0)
	}
	row, even := any(numbers), m.random.IntN(2) == 0
	if m.depth > 1 {
		inner := []any{}
		for from, to := 0, 1; from < len(numbers); to++ {
			if to == len(numbers) || even && to%9 == 0 || !even && m.random.IntN(9) == 0 {
				inner, from = append(inner, numbers[from:to:to]), to
			}
		}
		row = inner
	}
	for range m.depth - 2 {
		row = []any{row}
	}
	m.rows = append(m.rows, row)
}

// column returns the rows as a column of the given type.
func (m *listMaker) column(name string, t parquet.Type, logical schema.LogicalType) column {
	element := schema.MustPrimitive(schema.NewPrimitiveNodeLogical("element", parquet.Repetitions.Optional, logical, t, -1, -1))
	if t == parquet.Types.Int32 {
		return listColumn[int32](name, m.depth, element, m.rows...)
	}
	return listColumn[int64](name, m.depth, element, m.rows...)
}

func (m *listMaker) textColumn(name string) column {
	var texts []parquet.ByteArray
	var nulls []bool
	for _, row := range m.rows {
		if nulls = append(nulls, row == nil); row != nil {
			text, _ := json.Marshal(row)
			texts = append(texts, bytes.ReplaceAll(text, []byte(","), []byte(", ")))
		}
	}
	return nullable(column{node: stringNode(name, parquet.Repetitions.Optional), values: texts}, nulls)
}

// TestListsSayWhatTheirTextSays checks that a column of lists is read and written like a text
// column with the same lists in JSON notation, even if a list is not a valid grid.
func TestListsSayWhatTheirTextSays(t *testing.T) {
	tests := map[string]struct {
		t       parquet.Type
		logical schema.LogicalType
		write   []parquet.WriterProperty
	}{
		"64 bits, dictionary": {parquet.Types.Int64, schema.NoLogicalType{}, nil},
		"64 bits, plain":      {parquet.Types.Int64, schema.NoLogicalType{}, []parquet.WriterProperty{parquet.WithDictionaryDefault(false)}},
		"small pages":         {parquet.Types.Int64, schema.NoLogicalType{}, []parquet.WriterProperty{parquet.WithDataPageSize(100), parquet.WithBatchSize(100)}},
		"32 bits, dictionary": {parquet.Types.Int32, schema.NoLogicalType{}, nil},
		"32 bits, plain":      {parquet.Types.Int32, schema.NoLogicalType{}, []parquet.WriterProperty{parquet.WithDictionaryDefault(false)}},
		"8 bits, version 2":   {parquet.Types.Int32, schema.NewIntLogicalType(8, true), []parquet.WriterProperty{parquet.WithDataPageVersion(parquet.DataPageV2)}},
	}
	for name, test := range tests {
		for depth := 1; depth <= 3; depth++ {
			t.Run(fmt.Sprintf("%s, depth %d", name, depth), func(t *testing.T) {
				random := rand.New(rand.NewPCG(5, uint64(depth)))
				large := map[parquet.Type]int{parquet.Types.Int32: 1 << 30, parquet.Types.Int64: 1 << 31}[test.t]
				puzzles := listMaker{random: random, depth: depth, large: large}
				answers := puzzles
				for i := range 150 {
					puzzles.addAny(puzzle(i % 10))
					answers.addAny(solution(i % 10))
				}
				lists := []column{puzzles.column("puzzle", test.t, test.logical), answers.column("solution", test.t, test.logical)}
				asTexts := []column{puzzles.textColumn("puzzle"), answers.textColumn("solution")}
				got := store(t, "in.parquet", string(parquetOf(t, [][]column{lists}, test.write...)))
				want := store(t, "in.parquet", string(parquetOf(t, [][]column{asTexts})))
				if diff := cmp.Diff(mustOutcomes(t, want, ReadOptions{}), mustOutcomes(t, got, ReadOptions{})); diff != "" {
					t.Errorf("rows differ (-text +lists):\n%s", diff)
				}
				written := func(in string) string {
					// If the puzzle column held lists, keeping it would add the column
					// puzzle_found.
					keep := ReadOptions{Keep: ParseKeep("solution")}
					return string(mustConvert(t, []string{in}, keep, "out.csv", WriteOptions{}, 100))
				}
				if diff := cmp.Diff(written(want), written(got)); diff != "" {
					t.Errorf("CSV differs (-text +lists):\n%s", diff)
				}
			})
		}
	}
}

// TestListsOfOtherNumbers checks that lists of dates and lists of floating-point numbers are not
// grids, even if the numbers are whole.
func TestListsOfOtherNumbers(t *testing.T) {
	cells := slices.Repeat([]any{5}, solver.Cells)
	dates := logical("element", parquet.Repetitions.Required, schema.DateLogicalType{}, parquet.Types.Int32, -1)
	doubles := schema.NewFloat64Node("element", parquet.Repetitions.Required, -1)
	for _, c := range []column{listColumn[int32]("puzzle", 1, dates, cells), listColumn[float64]("puzzle", 1, doubles, cells)} {
		rows := mustOutcomes(t, store(t, "in.parquet", string(parquetOf(t, [][]column{{c}}))), ReadOptions{Column: "puzzle"})
		if len(rows) != 1 || rows[0].Reason != "bad_cell position=1" {
			t.Errorf("%s: %+v", c.node, rows)
		}
	}
}
