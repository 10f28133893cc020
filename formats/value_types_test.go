package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// arrowKinds lists columns of an Arrow stream, with the types and JSON values expected in outputs.
var arrowKinds = []struct {
	inType   arrow.DataType
	inValues string
	outType  arrow.DataType
	out      []string
}{
	{arrow.BinaryTypes.String, `["7", null, "", "null"]`, arrow.BinaryTypes.String, []string{`"7"`, "null", `""`, `"null"`}},
	{arrow.FixedWidthTypes.Boolean, `[true, null, false, true]`, arrow.FixedWidthTypes.Boolean, []string{"true", "null", "false", "true"}},
	{arrow.PrimitiveTypes.Int8, `[-128, null, 0, 127]`, arrow.PrimitiveTypes.Int32, []string{"-128", "null", "0", "127"}},
	{arrow.PrimitiveTypes.Uint16, `[0, null, 1, 65535]`, arrow.PrimitiveTypes.Uint32, []string{"0", "null", "1", "65535"}},
	{arrow.PrimitiveTypes.Int64, `[-9223372036854775808, null, 0, 9223372036854775807]`, arrow.PrimitiveTypes.Int64, []string{"-9223372036854775808", "null", "0", "9223372036854775807"}},
	{arrow.PrimitiveTypes.Uint64, `[18446744073709551615, null, 0, 1]`, arrow.PrimitiveTypes.Uint64, []string{"18446744073709551615", "null", "0", "1"}},
	{arrow.PrimitiveTypes.Float32, `[0.1, null, -0.5, 1e30]`, arrow.PrimitiveTypes.Float32, []string{"0.1", "null", "-0.5", "1e+30"}},
	{arrow.PrimitiveTypes.Float64, `[0.1, null, 5, -1e300]`, arrow.PrimitiveTypes.Float64, []string{"0.1", "null", "5", "-1e+300"}},
	{arrow.Null, `[null, null, null, null]`, arrow.BinaryTypes.String, []string{"null", "null", "null", "null"}},
	{arrow.ListOf(arrow.PrimitiveTypes.Int8), `[[1, null], null, [], [2]]`, arrow.BinaryTypes.String, []string{"[1,null]", "null", "[]", "[2]"}},
}

// typedArrow returns an Arrow stream with the columns of arrowKinds and a column of puzzles.
func typedArrow(t *testing.T) string {
	fields := []arrow.Field{{Name: "puzzle", Type: arrow.BinaryTypes.String}}
	puzzles := array.NewStringBuilder(memory.DefaultAllocator)
	for i := range 4 {
		puzzles.Append(puzzle(i))
	}
	columns := []arrow.Array{puzzles.NewArray()}
	for i, c := range arrowKinds {
		fields = append(fields, arrow.Field{Name: fmt.Sprint("c", i), Type: c.inType, Nullable: true})
		column, _, err := array.FromJSON(memory.DefaultAllocator, c.inType, strings.NewReader(c.inValues), array.WithUseNumber())
		if err != nil {
			t.Fatal(err)
		}
		columns = append(columns, column)
	}
	return string(testkit.Arrow(false, []arrow.Record{array.NewRecord(arrow.NewSchema(fields, nil), columns, 4)}))
}

// TestTypesOfArrow checks the types and values of Arrow columns in Arrow and JSON outputs, both
// directly and after the columns have passed through Parquet.
func TestTypesOfArrow(t *testing.T) {
	in := store(t, "in.arrow", typedArrow(t))
	none := WriteOptions{}
	parquet := store(t, "through.parquet", string(mustConvert(t, []string{in}, keepAll, "out.parquet", none, 3)))
	for _, from := range []string{in, parquet} {
		made := readArrow(t, mustConvert(t, []string{from}, keepAll, "out.arrow", none, 3))
		lines := strings.Split(string(mustConvert(t, []string{from}, keepAll, "out.jsonl", none, 3)), "\n")
		for i, c := range arrowKinds {
			name := fmt.Sprint("c", i)
			if f, _ := made.Schema().FieldsByName(name); len(f) != 1 || !arrow.TypeEqual(f[0].Type, c.outType) {
				t.Errorf("%s: %s of %v becomes %v, want %v", from, name, c.inType, f, c.outType)
			}
			for row, want := range c.out {
				if c.outType == arrow.BinaryTypes.String && from == parquet && strings.HasPrefix(want, "[") {
					want = `"` + want + `"`
				}
				if want = fmt.Sprintf(`"%s":%s,`, name, want); !strings.Contains(lines[row], want) {
					t.Errorf("%s: %s lacks %s", from, lines[row], want)
				}
			}
		}
		nulls := slices.Repeat([]string{"nil at 0"}, 4)
		if got := arrowColumn(t, made, "c8"); !slices.Equal(got, nulls) {
			t.Errorf("%s: a column without values holds %q", from, got)
		}
	}
}

// TestTypesOfSeveralInputs checks a column with numbers in one input and text in a later input. If
// a value is neither empty nor a number, Parquet output must fail, but JSON output must not.
func TestTypesOfSeveralInputs(t *testing.T) {
	in := store(t, "in.arrow", typedArrow(t))
	o := keepAll
	o.Keep = ParseKeep("puzzle,c4")
	good := store(t, "good.csv", "c4,puzzle\n-5,"+puzzle(0)+"\n,"+puzzle(1)+"\n")
	bad := store(t, "bad.csv", "c4,puzzle\n-5,"+puzzle(0)+"\nx,"+puzzle(1)+"\n")
	made := readArrow(t, mustConvert(t, []string{in, good}, o, "out.arrow", WriteOptions{}, 3))
	if got := arrowColumn(t, made, "c4")[4:]; !slices.Equal(got, []string{"-5", "nil at 0"}) {
		t.Errorf("the numbers of CSV are %q", got)
	}
	_, err := convert([]string{in, bad}, o, "out.parquet", WriteOptions{}, 3)
	testkit.WantError(t, err, `bad.csv:3: column "c4" holds "x", but its type is int64 in earlier inputs`)
	text := string(mustConvert(t, []string{in, bad}, o, "out.jsonl", WriteOptions{}, 3))
	if !strings.Contains(text, `{"puzzle":"`+puzzle(1)+`","c4":"x",`) || !strings.Contains(text, `"c4":9223372036854775807,`) {
		t.Errorf("JSON lines of both are %s", text)
	}
	made = readArrow(t, mustConvert(t, []string{bad, in}, o, "out.arrow", WriteOptions{}, 3))
	if got := arrowColumn(t, made, "c4")[2:4]; !slices.Equal(got, []string{`"-9223372036854775808"`, "nil at 0"}) {
		t.Errorf("after texts, the numbers are %q", got)
	}
}
