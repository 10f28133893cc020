package main

import (
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gridmill/gridmill/"

// order is that of the top folders: each may import those before it, and itself. Nothing may
// import the command.
var order = []string{"solver", "formats", "pipeline", "benchmarks", "cmd"}

// orderOfPipeline is that of the packages in one folder.
var orderOfPipeline = []string{"pipeline/internal", "pipeline/atomicfile", "pipeline", "pipeline/parts", "pipeline/verify", "pipeline/retry"}

// barred are prefixes of imports that no package in a folder or below it may have.
var barred = []struct{ below, imports string }{
	{"pipeline", "github.com/apache/arrow"}, // it knows no file format
	{"formats/files", module + "formats/internal"},
	{"formats/option", module},
	{"formats/internal/parquet", module + "solver"},
}

// TestImportsRunOneWay checks that packages import only those before them.
func TestImportsRunOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		from := strings.TrimPrefix(p.ImportPath, module)
		seen = append(seen, from)
		if rank(from) < 0 {
			t.Errorf("%s stands in none of the folders %v", from, order)
		}
		if forTests(from) {
			continue
		}
		for _, i := range p.Imports {
			if why := refused(from, i); why != "" {
				t.Errorf("%s imports %s%s", from, i, why)
			}
		}
	}
	for _, name := range slices.Concat(orderOfPipeline[1:], []string{"solver", "formats", "formats/files", "formats/option", "benchmarks", "cmd/gridmill"}) {
		if !slices.Contains(seen, name) {
			t.Errorf("package %s was not seen", name)
		}
	}
}

// forTests reports whether a package is for tests alone.
func forTests(name string) bool {
	return slices.Contains([]string{"testkit", "planted"}, path.Base(name))
}

// refused says why a package may not import another, if it may not.
func refused(from, imported string) string {
	for _, b := range barred {
		if within(from, b.below) && strings.HasPrefix(imported, b.imports) {
			return ", which is barred in " + b.below
		}
	}
	to, ours := strings.CutPrefix(imported, module)
	switch {
	case from != "cmd/gridmill/progress" && (strings.Contains(imported, "progressbar") || strings.Contains(imported, "prometheus")):
		return ", which is for cmd/gridmill/progress"
	case !ours:
	case forTests(to):
		return ", which is for tests"
	case rank(to) > rank(from), to == "cmd/gridmill":
		return ", against the order " + strings.Join(order, ", ")
	case to == "formats" && within(from, "formats") && from != "formats":
		return ", which is above it"
	case within(from, "pipeline") && within(to, "pipeline") && rankInPipeline(to) > rankInPipeline(from):
		return ", against the order " + strings.Join(orderOfPipeline, ", ")
	}
	return ""
}

// within reports whether a package is another one or below it.
func within(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

// rank is the place of a package's folder in the order, or -1.
func rank(name string) int {
	top, _, _ := strings.Cut(name, "/")
	return slices.Index(order, top)
}

// rankInPipeline is the place of a package in the order of those of the pipeline, or -1.
func rankInPipeline(name string) int {
	if within(name, "pipeline/internal") {
		name = "pipeline/internal"
	}
	return slices.Index(orderOfPipeline, name)
}
