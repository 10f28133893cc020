package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentLinks checks the links from documents to files and headings in the repository.
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

// TestArchitectureNamesWhatExists checks that the full paths in ARCHITECTURE.md exist.
func TestArchitectureNamesWhatExists(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, match := range regexp.MustCompile("`((?:solver|formats|pipeline|benchmarks|cmd)(?:/[a-z0-9_./-]+)?)`").FindAllStringSubmatch(string(text), -1) {
		seen++
		if _, err := os.Stat(filepath.Join("../..", match[1])); err != nil {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", match[1])
		}
	}
	if seen < 20 {
		t.Errorf("only %d names were found", seen)
	}
}

// hasHeading reports whether the named document has a heading with the given anchor.
func hasHeading(t *testing.T, name, anchor string) bool {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	left := regexp.MustCompile(`[^a-z0-9 -]`)
	for line := range strings.Lines(string(text)) {
		heading := strings.TrimLeft(line, "#")
		if heading != line && "#"+strings.ReplaceAll(left.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}
