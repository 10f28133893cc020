package parquet

import (
	"os/exec"
	"strings"
	"testing"
)

// TestImports checks that this package depends on few other packages of gridmill and, in
// particular, not on the solver.
func TestImports(t *testing.T) {
	const module, here = "github.com/gridmill/gridmill/", "github.com/gridmill/gridmill/formats/internal/parquet"
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{here: true, module + "formats/internal/huffman": true, module + "formats/files": true, module + "formats/option": true}
	found := false
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		found = found || path == here
		if strings.HasPrefix(path, module) && !allowed[path] {
			t.Errorf("package parquet depends on %s", path)
		}
	}
	if !found {
		t.Errorf("%s is not among %d packages", here, strings.Count(string(out), "\n"))
	}
}
