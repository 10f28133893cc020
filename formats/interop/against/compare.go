package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// compareTrees says how the files in two directories differ: those of the base and
// those of the current program.
func (c *comparison) compareTrees(ctx context.Context, base, current string) ([]string, error) {
	names, err := filesIn(base)
	if err != nil {
		return nil, err
	}
	others, err := filesIn(current)
	if err != nil {
		return nil, err
	}
	var differences []string
	for _, name := range others {
		if !slices.Contains(names, name) {
			differences = append(differences, name+": only the current program writes it")
		}
	}
	for _, name := range names {
		if !slices.Contains(others, name) {
			differences = append(differences, name+": only the base writes it")
			continue
		}
		difference, err := c.compareFiles(ctx, filepath.Join(base, name), filepath.Join(current, name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if difference != "" {
			differences = append(differences, name+": "+difference)
		}
	}
	return differences, nil
}

// filesIn returns the paths of all files below a directory, relative to it.
func filesIn(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		names = append(names, name)
		return err
	})
	return names, err
}

// compareFiles says how two files differ by what their kind promises: Parquet has the
// same columns and rows, JSON the same values, and all else the same bytes.
func (c *comparison) compareFiles(ctx context.Context, base, current string) (string, error) {
	if filepath.Ext(base) == ".parquet" {
		return c.duck.compareParquet(ctx, base, current)
	}
	a, err := os.ReadFile(base)
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(current)
	if err != nil || bytes.Equal(a, b) {
		return "", err
	}
	if filepath.Ext(base) == ".json" {
		return compareJSON(a, b)
	}
	if a, err = decompressed(base, a); err != nil {
		return "", fmt.Errorf("the base's: %w", err)
	}
	if b, err = decompressed(current, b); err != nil {
		return fmt.Sprintf("the current one is broken: %v", err), nil
	}
	if bytes.Equal(a, b) {
		return "the content is the same, but compressed to other bytes", nil
	}
	return firstDifference(a, b), nil
}

// decompressed returns the content of a file that is compressed if its name says so.
func decompressed(name string, data []byte) ([]byte, error) {
	switch filepath.Ext(name) {
	case ".gz":
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	case ".zst":
		r, err := zstd.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return io.ReadAll(r)
	}
	return data, nil
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(a, b []byte) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	start := bytes.LastIndexByte(a[:at], '\n') + 1
	line := 1 + bytes.Count(a[:start], []byte("\n"))
	return fmt.Sprintf("from line %d, character %d on; %d and %d bytes\nbase    %s\ncurrent %s",
		line, at-start+1, len(a), len(b), excerpt(a[start:], at-start), excerpt(b[start:], at-start))
}

// excerpt returns the first line of a text as a literal of Go, or, where it is long,
// what lies around a place in it.
func excerpt(text []byte, place int) string {
	const before, room = 120, 300
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i+1]
	}
	if len(text) > room {
		text = text[min(max(place-before, 0), len(text)):]
		text = text[:min(room, len(text))]
	}
	return fmt.Sprintf("%q", text)
}

// ofBuild are the keys of manifests whose values differ between versions, or with the
// bytes of Parquet, which may differ where rows do not.
var ofBuild = []string{"version", "plan", "bytes", "checksum", "seal"}

// compareJSON says how two values of JSON differ in more than ofBuild.
func compareJSON(a, b []byte) (string, error) {
	base, err := withoutBuild(a)
	if err != nil {
		return "", fmt.Errorf("the base's: %w", err)
	}
	current, err := withoutBuild(b)
	if err != nil {
		return fmt.Sprintf("the current one is broken: %v", err), nil
	}
	if bytes.Equal(base, current) {
		return "", nil
	}
	return "indented, " + firstDifference(base, current), nil
}

// withoutBuild returns JSON in a normal form, with empty values for ofBuild.
func withoutBuild(text []byte) ([]byte, error) {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	clearBuild(value)
	return json.MarshalIndent(value, "", " ")
}

// clearBuild empties the values for ofBuild in a value of JSON.
func clearBuild(value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			if slices.Contains(ofBuild, key) {
				v[key] = ""
			} else {
				clearBuild(inner)
			}
		}
	case []any:
		for _, inner := range v {
			clearBuild(inner)
		}
	}
}
