package main

import (
	"reflect"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/pipeline"
)

// TestRecordedRequest checks that gridmill generate records each option that is named in a JSON tag
// of Request. verify reads these options.
func TestRecordedRequest(t *testing.T) {
	var names []string
	recorded(newGenerate(&session{}).Flags(), func(f *pflag.Flag) { names = append(names, optionName(f)) })
	for _, key := range jsonKeys(reflect.TypeFor[pipeline.Request]()) {
		if key != "-" && !slices.Contains(names, key) {
			t.Errorf("generate records the options %q, but no %q", names, key)
		}
	}
}
