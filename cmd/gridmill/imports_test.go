package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gridmill/gridmill/"

// order lists the top-level directories. Packages may import only from their own directory and from
// earlier directories. No package may import cmd/gridmill.
var order = []string{"solver", "formats", "pipeline", "benchmarks", "cmd"}

// mayImport maps each package in formats and pipeline to the packages that it may import from this
// module.
var mayImport = map[string][]string{
	"formats": {"solver", "solver/canon", "solver/ladder", "solver/morph", "formats/extract", "formats/score", "formats/steps", "formats/files", "formats/option",
		"formats/internal/archive", "formats/internal/arrowfile", "formats/internal/arrowrows", "formats/internal/compress",
		"formats/internal/filekind", "formats/internal/gridtext", "formats/internal/jsonrows", "formats/internal/jsontext", "formats/internal/npyrows", "formats/internal/parquet", "formats/internal/scan"},
	"formats/extract":            {"solver", "formats/internal/jsontext"},
	"formats/score":              {"solver", "formats/extract", "formats/option"},
	"formats/steps":              {"solver", "solver/ladder"},
	"formats/files":              {},
	"formats/option":             {},
	"formats/folder":             {"solver", "solver/ladder", "solver/ladder/english", "formats", "formats/extract", "formats/files", "formats/option", "formats/internal/jsontext", "formats/internal/npyrows", "formats/internal/scan"},
	"formats/internal/archive":   {"formats/files", "formats/option", "formats/internal/compress", "formats/internal/filekind"},
	"formats/internal/arrowfile": {"formats/files"},
	"formats/internal/compress":  {"formats/files", "formats/option", "formats/internal/filekind"},
	"formats/internal/filekind":  {"formats/internal/scan"},
	"formats/internal/gridtext":  {"solver"},
	"formats/internal/huffman":   {},
	"formats/internal/jsontext":  {},
	"formats/internal/arrowrows": {"formats/option", "formats/internal/gridtext", "formats/internal/jsontext", "formats/internal/scan"},
	"formats/internal/jsonrows":  {"solver", "formats/extract", "formats/files", "formats/option", "formats/internal/gridtext", "formats/internal/jsontext", "formats/internal/scan"},
	"formats/internal/npyrows":   {"formats/option", "formats/internal/archive", "formats/internal/gridtext", "formats/internal/scan"},
	"formats/internal/parquet":   {"formats/files", "formats/option", "formats/internal/huffman", "formats/internal/jsontext"},
	"formats/internal/scan":      {"solver", "formats/files", "formats/internal/gridtext"},

	"pipeline":                    {"solver", "solver/generate", "solver/ladder", "formats", "formats/files", "formats/option", "pipeline/internal/exactjson"},
	"pipeline/atomicfile":         {"formats/files", "formats/option", "pipeline/internal/disk"},
	"pipeline/internal/disk":      {},
	"pipeline/internal/exactjson": {},
	"pipeline/keys":               {"solver", "solver/canon", "formats/files", "pipeline/internal/keysort"},
	"pipeline/internal/keysort":   {"formats/files"},
	"pipeline/dataset": {"solver", "solver/ladder", "formats", "formats/files", "formats/folder", "formats/option",
		"pipeline", "pipeline/atomicfile", "pipeline/internal/exactjson", "pipeline/keys", "pipeline/internal/keysort", "pipeline/parts"},
	"pipeline/leaks": {"solver", "formats", "formats/files", "formats/option",
		"pipeline", "pipeline/keys", "pipeline/internal/keysort"},
	"pipeline/parts":  {"solver", "formats", "formats/files", "formats/option", "pipeline", "pipeline/atomicfile", "pipeline/internal/exactjson"},
	"pipeline/verify": {"solver", "solver/generate", "formats", "formats/files", "formats/option", "pipeline", "pipeline/parts"},
	"pipeline/verify/datasets": {"solver", "solver/morph", "formats", "formats/extract", "formats/files", "formats/folder", "formats/option",
		"pipeline", "pipeline/dataset", "pipeline/keys", "pipeline/internal/keysort", "pipeline/leaks", "pipeline/parts", "pipeline/verify"},
	"pipeline/retry": {"solver", "formats", "formats/option", "pipeline", "pipeline/parts", "pipeline/verify"},
}

// onlyIn maps prefixes of import paths to the only packages that may import them.
var onlyIn = map[string][]string{
	"github.com/apache/arrow":         {"formats", "formats/internal/arrowfile", "formats/internal/arrowrows", "formats/internal/parquet"},
	"github.com/klauspost/compress":   {"formats/internal/archive", "formats/internal/compress", "formats/internal/parquet"},
	"github.com/prometheus":           {"cmd/gridmill/progress"},
	"github.com/schollz/progressbar":  {"cmd/gridmill/progress"},
	"github.com/spf13":                {"cmd/gridmill"},
	module + "pipeline/internal/disk": {"pipeline/atomicfile"},
	module + "formats/internal":       {"formats", "formats/extract", "formats/folder", "formats/internal/archive", "formats/internal/arrowrows", "formats/internal/compress", "formats/internal/filekind", "formats/internal/jsonrows", "formats/internal/npyrows", "formats/internal/parquet", "formats/internal/scan"},
}

// listed holds the output of go list for a package.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

// packages returns the module's packages, keyed by import path relative to the module.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]listed{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(p.ImportPath, module)] = p
	}
	return found
}

// TestImportsGoInOneDirection checks that all imports are allowed. mayImport must list each package
// in formats and pipeline, and allow only imports that exist.
func TestImportsGoInOneDirection(t *testing.T) {
	found := packages(t)
	for from, p := range found {
		if rank(from) < 0 {
			t.Errorf("%s is not in any of the folders %v", from, order)
		}
		if forTests(from) {
			continue
		}
		if _, known := mayImport[from]; !known && (within(from, "formats") || within(from, "pipeline")) {
			t.Errorf("%s is missing in mayImport", from)
		}
		for _, i := range p.Imports {
			if why := refused(from, i); why != "" {
				t.Errorf("%s imports %s%s", from, i, why)
			}
		}
	}
	for from, allowed := range mayImport {
		for _, to := range allowed {
			if !slices.Contains(found[from].Imports, module+to) {
				t.Errorf("mayImport lets %s import %s, which it does not", from, to)
			}
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(mayImport)), []string{"solver", "benchmarks", "benchmarks/page", "cmd/gridmill"}) {
		if _, seen := found[name]; !seen {
			t.Errorf("package %s was not seen", name)
		}
	}
}

// TestThePipelineNamesNoFormat checks that the packages in pipeline and benchmarks do not name
// common file formats.
func TestThePipelineNamesNoFormat(t *testing.T) {
	for name, p := range packages(t) {
		if forTests(name) || !within(name, "pipeline") && !within(name, "benchmarks") {
			continue
		}
		for _, file := range p.GoFiles {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if from, ok := s.X.(*ast.Ident); ok && from.Name == "formats" && slices.Contains([]string{"CSV", "TSV", "Text", "Parquet"}, s.Sel.Name) {
					t.Errorf("%s/%s names formats.%s", name, file, s.Sel.Name)
				}
				return true
			})
		}
	}
}

// TestRefusedImports checks that imports in the wrong direction are rejected.
func TestRefusedImports(t *testing.T) {
	for from, imported := range map[string]string{
		"solver":                    module + "formats",
		"formats/option":            module + "formats/files",
		"formats/internal/scan":     module + "formats",
		"formats/internal/parquet":  module + "solver",
		"formats/internal/huffman":  "github.com/klauspost/compress/zstd",
		"formats/internal/compress": module + "formats/internal/parquet",
		"pipeline":                  module + "pipeline/parts",
		"pipeline/atomicfile":       module + "pipeline",
		"pipeline/parts":            module + "pipeline/verify",
		"pipeline/verify":           module + "pipeline/retry",
		"pipeline/retry":            module + "pipeline/internal/testkit",
		"benchmarks":                module + "cmd/gridmill/progress",
		"cmd/gridmill":              "github.com/prometheus/client_golang/prometheus",
		"cmd/gridmill/progress":     module + "cmd/gridmill",
	} {
		if refused(from, imported) == "" {
			t.Errorf("%s may import %s", from, imported)
		}
	}
}

// forTests reports whether a package is used only by tests.
func forTests(name string) bool {
	return path.Base(name) == "testkit"
}

// refused returns the reason why the package from may not import the package imported, or "" if the
// import is allowed.
func refused(from, imported string) string {
	for prefix, packages := range onlyIn {
		if strings.HasPrefix(imported, prefix) && !slices.Contains(packages, from) {
			return ", which is for " + strings.Join(packages, ", ")
		}
	}
	to, ours := strings.CutPrefix(imported, module)
	allowed, listed := mayImport[from]
	switch {
	case !ours:
	case forTests(to):
		return ", which is for tests"
	case rank(to) > rank(from), to == "cmd/gridmill":
		return ", against the order " + strings.Join(order, ", ")
	case listed && !slices.Contains(allowed, to):
		return ", which mayImport does not list"
	}
	return ""
}

func within(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

func rank(name string) int {
	top, _, _ := strings.Cut(name, "/")
	return slices.Index(order, top)
}
