package formats

import (
	"fmt"
	"slices"
	"testing"
)

// TestLinesAreCountedOnce checks that a line that is read again after a seek is not counted again.
func TestLinesAreCountedOnce(t *testing.T) {
	var left LeftOut
	for _, line := range []int64{3, 5, 3, 5, 5, 8} {
		left.addLine(RepeatedOrigin, "a", line)
	}
	if got := left.lines[RepeatedOrigin]; got.Count != 3 || got.Line != 3 {
		t.Errorf("counted %+v", got)
	}
}

// TestFirstKeysAreRecorded adds more keys than can be recorded, first in order and then in reverse,
// as rows can be parsed in any order. Both times, the first keys of file "a" must be recorded.
func TestFirstKeysAreRecorded(t *testing.T) {
	var all, want []LeftOutKey
	for row := range int64(mostLeftOut) {
		for _, file := range []string{"a", "b"} {
			all = append(all, LeftOutKey{Key: fmt.Sprint("key", row), File: file, Row: row}, LeftOutKey{Key: fmt.Sprint("key", row), File: file, Row: row + 30})
		}
		want = append(want, LeftOutKey{Key: fmt.Sprint("key", row), File: "a", Row: row})
	}
	for range 2 {
		var left LeftOut
		for _, k := range all {
			left.addKey(k.File, []byte(k.Key), k.Row)
		}
		if keys, more := left.Keys(); !slices.Equal(keys, want) || !more {
			t.Errorf("keys %v, more %v, want %v and more", keys, more, want)
		}
		slices.Reverse(all)
	}
}
