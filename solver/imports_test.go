package solver

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestImports checks that the packages solver, canon, generate, ladder, ladder/english and morph
// import only the standard library, golang.org/x/sys/cpu and packages in this directory tree. Tests
// may import other packages.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files: %v", err)
	}
	for _, below := range []string{"canon", "generate", "ladder", "ladder/english", "morph"} {
		more, err := filepath.Glob(below + "/*.go")
		if err != nil || len(more) == 0 {
			t.Fatalf("no Go files in %s: %v", below, err)
		}
		files = append(files, more...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			host, _, _ := strings.Cut(path, "/")
			if strings.Contains(host, ".") && path != "golang.org/x/sys/cpu" && !strings.HasPrefix(path, "github.com/gridmill/gridmill/solver") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}
