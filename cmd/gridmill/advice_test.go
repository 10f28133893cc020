package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats/option"
)

// notOurs lists strings in the libraries that look like gridmill flags but are not.
var notOurs = []string{
	"(zstd --long=31 -d)",  // zstd flag
	"var(--",               // CSS properties
	": yq -o=json",         // yq flag
	" --repo-type dataset", // hf flag
}

// eachLibraryFile parses the Go files outside cmd, except for tests, programs and other modules.
func eachLibraryFile(t *testing.T, visit func(name string, file *ast.File)) {
	t.Helper()
	seen := 0
	for _, folder := range []string{"solver", "formats", "pipeline", "benchmarks"} {
		err := filepath.WalkDir(filepath.Join("../..", folder), func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
					return fs.SkipDir
				}
				return nil
			}
			if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err == nil && file.Name.Name != "main" {
				seen++
				visit(name, file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 50 {
		t.Fatalf("found only %d files", seen)
	}
}

// TestLibrariesNameNoFlags checks that no string literal in the libraries contains a gridmill flag.
func TestLibrariesNameNoFlags(t *testing.T) {
	flag := regexp.MustCompile(`(^|[^-!])--([a-z%]|$)|(^|\s)-o\b`)
	eachLibraryFile(t, func(name string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			if flag.MatchString(text) && !slices.ContainsFunc(notOurs, func(known string) bool { return strings.Contains(text, known) }) {
				t.Errorf("%s names a flag: %q", name, text)
			}
			return true
		})
	})
}

// TestOptionsAreUsedAndFlags checks that the libraries use every option declared in package option.
// The advice on an option may name only existing flags.
func TestOptionsAreUsedAndFlags(t *testing.T) {
	declared := map[string]option.Name{}
	used := map[string]bool{}
	eachLibraryFile(t, func(_ string, file *ast.File) {
		inside := file.Name.Name == "option"
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if kind, ok := n.Type.(*ast.Ident); inside && ok && kind.Name == "Name" {
					value, err := strconv.Unquote(n.Values[0].(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					declared[n.Names[0].Name] = option.Name(value)
				}
			case *ast.SelectorExpr:
				if from, ok := n.X.(*ast.Ident); ok && from.Name == "option" {
					used[n.Sel.Name] = true
				}
			}
			return true
		})
	})
	flags := map[string]bool{}
	for _, c := range newRoot(new(session)).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) { flags["--"+f.Name] = true })
	}
	if len(declared) < 30 {
		t.Errorf("there are only %d options", len(declared))
	}
	for constant, name := range declared {
		if !used[constant] {
			t.Errorf("no library names option.%s", constant)
		}
		for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(name.Advice(flagName), -1) {
			if !flags[flag] {
				t.Errorf("the advice on option.%s names %s, which is not a flag", constant, flag)
			}
		}
	}
}
