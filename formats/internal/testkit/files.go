package testkit

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Store writes a file into a new directory and returns its path.
func Store(t testing.TB, name, content string) string {
	t.Helper()
	return StoreIn(t, t.TempDir(), name, content)
}

// StoreIn writes a file into a directory and returns its path. It creates missing directories.
func StoreIn(t rapid.TB, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Zip returns a zip archive. members holds the name of each member, followed by its contents.
func Zip(members ...string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for member := range slices.Chunk(members, 2) {
		m, err := w.Create(member[0])
		if err == nil {
			_, err = io.WriteString(m, member[1])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.String()
}

// WantError checks that the text of an error contains all of the given strings.
func WantError(t testing.TB, err error, says ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("got no error, want one that contains %q", says)
	}
	for _, s := range says {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("the error %q does not contain %q", err, s)
		}
	}
}
