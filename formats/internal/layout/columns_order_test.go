package layout

import (
	"fmt"
	"strings"
	"testing"
)

// Columns are cells in the order in which they stand, so names that give another are refused: the
// grids may be as good when they are transposed.
func TestColumnsOutOfOrder(t *testing.T) {
	byRows, byColumns, asText := make([]string, 81), make([]string, 81), make([]string, 81)
	for cell := range byRows {
		byRows[cell] = fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1)
		byColumns[cell] = fmt.Sprintf("r%dc%d", cell%9+1, cell/9+1)
		asText[cell] = fmt.Sprintf("cell_%d", cell)
	}
	asText[2], asText[10] = asText[10], asText[2]
	cells := strings.Repeat("0,", 80) + "0\n"
	for name, names := range map[string][]string{"by rows": byRows, "by columns": byColumns, "sorted as text": asText} {
		l := Columns([]byte(strings.Join(names, ",")+"\n"+cells), ',', false, false)
		if (l != nil) != (name == "by rows") {
			t.Errorf("%s: layout %v", name, l)
		}
	}
}
