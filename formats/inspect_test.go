package formats

import (
	"strings"
	"testing"
)

// largeFile is a Reader whose file appears to be four times as large as the part that inspection
// reads.
type largeFile struct{ Reader }

func (largeFile) Progress() (done, total int64) { return inspectBytes + 1, 4 * (inspectBytes + 1) }

// TestRowsOfLargeFilesAreEstimated checks that the number of rows is estimated from the rows at the
// start of the file.
func TestRowsOfLargeFilesAreEstimated(t *testing.T) {
	r := mustOpenWith(t, store(t, "in.txt", strings.Repeat(strings.Repeat(".", 81)+"\n", 2*inspectRows)), ReadOptions{})
	info := new(Info)
	if err := info.check(largeFile{r}); err != nil || info.RowsExact || info.Rows != 4*inspectRows {
		t.Errorf("%d rows (exact: %t), want an estimate of %d; error: %v", info.Rows, info.RowsExact, 4*inspectRows, err)
	}
}
