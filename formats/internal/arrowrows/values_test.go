package arrowrows

import (
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// TestNumbersAreNotAllocated checks that the text of a number takes no memory of its own, whatever
// the type of the column.
func TestNumbersAreNotAllocated(t *testing.T) {
	for _, column := range []arrow.DataType{
		arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64,
		arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Uint64,
		arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64, arrow.FixedWidthTypes.Boolean,
	} {
		text := map[bool]string{true: "true", false: "120"}[column.ID() == arrow.BOOL]
		values, _, err := array.FromJSON(memory.DefaultAllocator, column, strings.NewReader("[null, "+text+"]"))
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, 0, 64)
		got, kind := appendValue(dst, values, 1)
		if string(got) != text || kind != scan.JSONField {
			t.Errorf("%s: got %q of kind %d", column, got, kind)
		}
		if n := testing.AllocsPerRun(100, func() { appendValue(dst, values, 1) }); n > 0 {
			t.Errorf("%s: %v allocations", column, n)
		}
	}
}
