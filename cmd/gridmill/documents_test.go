package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/option"
)

// TestDocumentLinks checks the documents' links to files and headings in the repository.
func TestDocumentLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]*)(#[^)\s]*)?\)`)
	seen := 0
	err := filepath.WalkDir("../..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			seen++
			target := name
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(name), match[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which does not exist", name, match[1])
			} else if match[2] != "" && !hasHeading(t, target, match[2]) {
				t.Errorf("%s links to %s%s, but that heading does not exist", name, match[1], match[2])
			}
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Fatalf("%d links were followed: %v", seen, err)
	}
}

// TestPathsInDocumentsExist checks the paths in ARCHITECTURE.md and CONTRIBUTING.md that start with
// a top-level directory.
func TestPathsInDocumentsExist(t *testing.T) {
	path := regexp.MustCompile("`((?:solver|formats|pipeline|benchmarks|cmd)(?:/[a-z0-9_./-]+)?)`")
	for _, name := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		text := readFile(t, "../../"+name)
		matches := path.FindAllStringSubmatch(string(text), -1)
		for _, match := range matches {
			if _, err := os.Stat(filepath.Join("../..", match[1])); err != nil {
				t.Errorf("%s names %s, which does not exist", name, match[1])
			}
		}
		if len(matches) < 20 {
			t.Errorf("only %d paths were found in %s", len(matches), name)
		}
	}
}

// TestDecisions checks the list in formats/reading.go, which names the functions that decide how a
// file is read. Each function must exist. At most eight may decide something about CSV.
func TestDecisions(t *testing.T) {
	text := readFile(t, "../../formats/reading.go")
	code := ""
	for _, pattern := range []string{"*.go", "internal/*/*.go"} {
		files, err := filepath.Glob("../../formats/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source := readFile(t, file)
			code += string(source)
		}
	}
	item := regexp.MustCompile(`(?m)^//   - (?:\w+\.)?(\w+) `)
	csv, others, _ := strings.Cut(string(text), "// For other formats")
	count := len(item.FindAllString(csv, -1))
	if count == 0 || count > 8 {
		t.Errorf("%d functions decide something about CSV", count)
	}
	for _, match := range item.FindAllStringSubmatch(csv+others, -1) {
		if !regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?` + match[1] + `\(`).MatchString(code) {
			t.Errorf("there is no function %s", match[1])
		}
	}
}

// hasHeading reports whether the named document has a heading with the given anchor.
func hasHeading(t *testing.T, name, anchor string) bool {
	text := readFile(t, name)
	left := regexp.MustCompile(`[^a-z0-9 -]`)
	for line := range strings.Lines(string(text)) {
		heading := strings.TrimLeft(line, "#")
		if heading != line && "#"+strings.ReplaceAll(left.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

// TestSizeLimits checks the size limits in CONTRIBUTING.md.
func TestSizeLimits(t *testing.T) {
	text := readFile(t, "../../CONTRIBUTING.md")
	limits := regexp.MustCompile(`(?m)^\| (all|formats|pipeline) \| ([0-9,]+) \|$`).FindAllSubmatch(text, -1)
	if len(limits) != 3 {
		t.Fatalf("found %d limits", len(limits))
	}
	for _, row := range limits {
		limit, err := option.ParseNumber(string(row[2]))
		if err != nil {
			t.Fatal(err)
		}
		root := "../.."
		if directory := string(row[1]); directory != "all" {
			root = filepath.Join(root, directory)
		}
		if lines := linesOfCode(t, root); int64(lines) > limit {
			t.Errorf("%s: %d lines of code; the limit is %d", row[1], lines, limit)
		}
	}
}

// linesOfCode counts the lines of Go code in and below a directory, excluding tests and testkit
// packages.
func linesOfCode(t *testing.T, root string) (lines int) {
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testkit":
			return filepath.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		lines += bytes.Count(text, []byte("\n"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
