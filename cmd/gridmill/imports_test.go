package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImportsRunOneWay holds the packages to their order: each may import those
// before it and of its own folder, and nothing may import the command.
func TestImportsRunOneWay(t *testing.T) {
	const module = "github.com/gridmill/gridmill/"
	const command = module + "cmd/gridmill"
	order := []string{"solver", "formats", "pipeline", "benchmarks", "cmd"}
	rank := func(path string) int {
		top, _, _ := strings.Cut(strings.TrimPrefix(path, module), "/")
		return slices.Index(order, top)
	}
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); seen++ {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if rank(p.ImportPath) < 0 {
			t.Errorf("%s stands in none of the folders %v", p.ImportPath, order)
		}
		for _, i := range p.Imports {
			if strings.HasPrefix(i, module) && rank(i) > rank(p.ImportPath) || i == command {
				t.Errorf("%s imports %s, against the order %v", p.ImportPath, i, order)
			}
			if p.ImportPath != command+"/progress" && (strings.Contains(i, "progressbar") || strings.Contains(i, "prometheus")) {
				t.Errorf("%s imports %s, which is for package progress", p.ImportPath, i)
			}
		}
		if strings.HasPrefix(p.ImportPath, module+"pipeline") && slices.ContainsFunc(p.Imports, func(i string) bool { return strings.Contains(i, "arrow") }) {
			t.Errorf("%s knows a file format", p.ImportPath)
		}
	}
	if seen < len(order) {
		t.Fatalf("only %d packages were seen", seen)
	}
}
