package formats

import (
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
	random   *rand.Rand
	depth    int
	values   []int64
	def, rep []int16
	texts    []string // "" for null
}

// noNumber represents a null among numbers.
const noNumber = -1 << 40

// add adds a row with the given numbers. If lists are nested, the numbers are divided into inner
// lists, either of nine numbers or of random lengths.
func (m *listMaker) add(numbers []int64) {
	inner := [][]string{nil}
	even := m.random.IntN(2) == 0
	for i, n := range numbers {
		rep, def, item := int16(min(i, 1)*m.depth), int16(2*m.depth+1), fmt.Sprint(n)
		if m.depth > 1 && i > 0 && (even && i%9 == 0 || !even && m.random.IntN(9) == 0) {
			rep, inner = int16(m.depth-1), append(inner, nil)
		}
		if n == noNumber {
			def, item = def-1, "null"
		} else {
			m.values = append(m.values, n)
		}
		m.rep, m.def = append(m.rep, rep), append(m.def, def)
		inner[len(inner)-1] = append(inner[len(inner)-1], item)
	}
	var lists []string
	for _, items := range inner {
		lists = append(lists, strings.Join(items, ", "))
	}
	m.texts = append(m.texts, strings.Repeat("[", m.depth)+strings.Join(lists, "], [")+strings.Repeat("]", m.depth))
}

// addEmpty adds a null row or an empty list.
func (m *listMaker) addEmpty(null bool) {
	m.rep = append(m.rep, 0)
	if null {
		m.def, m.texts = append(m.def, 0), append(m.texts, "")
		return
	}
	m.def, m.texts = append(m.def, 1), append(m.texts, "[]")
}

// addAny adds the given grid, a damaged copy of it, an empty list or a null row.
func (m *listMaker) addAny(grid string) {
	var numbers []int64
	for _, c := range strings.ReplaceAll(grid, ".", "0") {
		numbers = append(numbers, int64(c-'0'))
	}
	at := m.random.IntN(len(numbers))
	switch m.random.IntN(12) {
	case 0:
		m.addEmpty(m.random.IntN(2) == 0)
		return
	case 1:
		numbers[at] = []int64{10, -1, 255, 1 << 31, 1<<8 + 1, noNumber}[m.random.IntN(6)]
	case 2:
		numbers = numbers[:at+1]
	case 3:
		numbers = append(numbers, 0)
	}
	m.add(numbers)
}

// column returns the rows as a column of the given type.
func (m *listMaker) column(name string, t parquet.Type, logical schema.LogicalType) column {
	element := schema.MustPrimitive(schema.NewPrimitiveNodeLogical("element", parquet.Repetitions.Optional, logical, t, -1, -1))
	c := column{node: listNode(name, m.depth, element), values: m.values, def: m.def, rep: m.rep}
	if t == parquet.Types.Int32 {
		var narrow []int32
		for _, v := range m.values {
			narrow = append(narrow, int32(v))
		}
		c.values = narrow
	}
	return c
}

func (m *listMaker) textColumn(name string) column {
	c := column{node: stringNode(name, parquet.Repetitions.Optional)}
	var values []parquet.ByteArray
	for _, text := range m.texts {
		if text == "" {
			c.def = append(c.def, 0)
			continue
		}
		c.def = append(c.def, 1)
		values = append(values, parquet.ByteArray(text))
	}
	c.values = values
	return c
}

// TestListsSayWhatTheirTextSays checks that lists are read and written like JSON text with the same
// lists, even if a list is not a valid grid.
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
				puzzles, answers := listMaker{random: random, depth: depth}, listMaker{random: random, depth: depth}
				for i := range 150 {
					puzzles.addAny(puzzle(i % 10))
					answers.addAny(solution(i % 10))
				}
				if test.t == parquet.Types.Int32 {
					for _, m := range []*listMaker{&puzzles, &answers} {
						m.narrow()
					}
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

// narrow replaces numbers that do not fit in 32 bits with smaller numbers, both in the values and
// in the text.
func (m *listMaker) narrow() {
	for i, v := range m.values {
		if v == 1<<31 {
			m.values[i] = 1 << 30
		}
	}
	for i := range m.texts {
		m.texts[i] = strings.ReplaceAll(m.texts[i], fmt.Sprint(int64(1<<31)), fmt.Sprint(1<<30))
	}
}

func TestListsOfDatesAreNotGrids(t *testing.T) {
	m := listMaker{random: rand.New(rand.NewPCG(1, 2)), depth: 1}
	m.add(make([]int64, solver.Cells))
	in := store(t, "in.parquet", string(parquetOf(t, [][]column{{m.column("puzzle", parquet.Types.Int32, schema.DateLogicalType{})}})))
	if got := mustOutcomes(t, in, ReadOptions{Column: "puzzle"}); len(got) != 1 || got[0].Verdict != solver.Invalid.String() {
		t.Errorf("a list of dates is %+v", got)
	}
}

// TestListsOfDoubles checks that a list of floating-point numbers is rejected, even if the numbers
// are whole.
func TestListsOfDoubles(t *testing.T) {
	values, rep := []float64{}, []int16{}
	for i := range 81 {
		values, rep = append(values, float64(i%5)), append(rep, int16(min(i, 1)))
	}
	node := listNode("puzzle", 1, schema.NewFloat64Node("element", parquet.Repetitions.Required, -1))
	c := column{node: node, values: values, def: slices.Repeat([]int16{2}, 81), rep: rep}
	rows := mustOutcomes(t, store(t, "in.parquet", string(parquetOf(t, [][]column{{c}}))), ReadOptions{})
	if len(rows) != 1 || rows[0].Reason != "bad_cell position=1" {
		t.Errorf("%+v", rows)
	}
}
