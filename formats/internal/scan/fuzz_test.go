package scan

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// FuzzRows checks that rows do not depend on how the stream is divided into reads.
func FuzzRows(f *testing.F) {
	f.Add("id,puzzle\n1,\""+testkit.Puzzle(0)+"\"\r\n", byte(1), byte(1))
	f.Add("a,\"b\n\"\"c\",d\r\n\r\n\"x\"y,z\n", byte(2), byte(3))
	f.Add("\ufeff\"a\"\r\r\n,\"\n", byte(3), byte(2))
	f.Fuzz(func(t *testing.T, text string, piece, batch byte) {
		for _, row := range checkCutting(t, text, ',', []int{int(piece), 3}, int(batch)+1) {
			checkFields(t, row.Text)
		}
		checkLines(t, strings.TrimPrefix(text, "\ufeff"), ',')
	})
}

// checkFields checks that the fields of a row, joined with commas, equal the row.
func checkFields(t *testing.T, row string) {
	var fields []string
	it := FieldsOf([]byte(row), ',')
	for it.Next() {
		if it.Start != len(strings.Join(append(fields, ""), ",")) {
			t.Fatalf("%q: field %d does not start at %d", row, len(fields), it.Start)
		}
		fields = append(fields, string(it.Field))
		value := AppendUnquoted(nil, it.Field)
		if quoted := AppendQuoted(nil, value, ','); string(AppendUnquoted(nil, quoted)) != string(value) {
			t.Fatalf("%q becomes %q when it is quoted and unquoted", value, quoted)
		}
	}
	if joined := strings.Join(fields, ","); !it.Bad && joined != row {
		t.Fatalf("%q: its fields joined are %q", row, joined)
	}
}
