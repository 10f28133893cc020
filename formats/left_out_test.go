package formats

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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
// because rows can be parsed in any order. Both times, the first keys of file "a" must be recorded.
func TestFirstKeysAreRecorded(t *testing.T) {
	var all, want []LeftOutKey
	for row := range int64(mostLeftOut) {
		for _, file := range []string{"a", "b"} {
			all = append(all, LeftOutKey{Key: fmt.Sprint("key", row), File: file, Row: row}, LeftOutKey{Key: fmt.Sprint("key", row), File: file, Row: row + 30})
		}
		want = append(want, LeftOutKey{Key: fmt.Sprint("key", row), File: "a", Row: row})
	}
	for range 2 {
		var rows, some LeftOutKeys // some holds the next few keys; rows merges them like the keys of a batch
		for i, k := range all {
			if some.add(k.File, []byte(k.Key), k.Row); i%7 == 0 {
				rows.merge(some)
				some = nil
			}
		}
		rows.merge(some)
		if keys, more := new(LeftOut).Keys(rows); !slices.Equal(keys, want) || !more {
			t.Errorf("keys %v, more %v, want %v and more", keys, more, want)
		}
		slices.Reverse(all)
	}
}

// TestLongKeysAreShortened checks that parts store only the start of a long key, as valid UTF-8,
// and that a stored key is merged with the same key of the current run.
func TestLongKeysAreShortened(t *testing.T) {
	for _, key := range []string{strings.Repeat("é", 80), "x" + strings.Repeat("é", 80), "M\xfc\xfcller"} {
		var run, stored LeftOutKeys
		run.add("a", []byte(key), 7)
		text, err := json.Marshal(run)
		if err = cmp.Or(err, json.Unmarshal(text, &stored)); err != nil {
			t.Fatal(err)
		}
		stored.add("a", []byte(key), 9)
		if stored.merge(run); !slices.Equal(stored, run) || len(run) != 1 || len(run[0].Key) > excerptBytes {
			t.Errorf("%q: stored %+v, in this run %+v", key, stored, run)
		}
	}
}
