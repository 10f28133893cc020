package pipeline

import (
	"strings"
	"testing"
)

func TestFaultsNameTheFirstAndCountTheOthers(t *testing.T) {
	for text, files := range map[string]string{
		"a: bad":                             "a",
		"a: bad; b: bad; c: bad":             "a b c",
		"a: bad; b: bad; c: bad; and 2 more": "a b c d e",
	} {
		var faults Faults
		for file := range strings.FieldsSeq(files) {
			faults = append(faults, FaultOf(file, "bad"))
		}
		if faults.String() != text {
			t.Errorf("%v are described as %q", []Fault(faults), faults)
		}
	}
}
