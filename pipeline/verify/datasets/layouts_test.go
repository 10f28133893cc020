package datasets

import (
	"slices"
	"testing"

	"github.com/gridmill/gridmill/formats/folder"
)

// TestLayoutsAgree checks that every layout that can be written can be verified, and vice versa.
func TestLayoutsAgree(t *testing.T) {
	var names []string
	for _, l := range layouts {
		names = append(names, l.name)
	}
	written := folder.Names()
	slices.Sort(names)
	slices.Sort(written)
	if !slices.Equal(names, written) {
		t.Errorf("verify knows the layouts %q, but the layouts that can be written are %q", names, written)
	}
}
