package parts

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingOutsideIsRemoved checks that Remove and RemoveFiles remove nothing outside the
// directory, even through links. If one name leads outside, no file may be removed.
func TestNothingOutsideIsRemoved(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	kept, own := filepath.Join(outside, "a.txt"), filepath.Join(dir, "own", "a.txt")
	if err := errors.Join(os.Mkdir(filepath.Dir(own), 0o777), os.WriteFile(kept, nil, 0o666), os.WriteFile(own, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"away": outside, "up": "..", "within": "own", "file": kept} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	for _, name := range []string{"away/a.txt", "up/" + filepath.Base(outside) + "/a.txt", "../" + filepath.Base(outside) + "/a.txt", kept} {
		for _, remove := range []func(string, ...string) error{Remove, RemoveFiles} {
			if err := remove(dir, "own/a.txt", name); err == nil || !strings.Contains(err.Error(), "cannot be removed") {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
	for _, file := range []string{kept, own} {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
	if err := RemoveFiles(dir, "within/a.txt", "file", "missing"); err != nil {
		t.Error(err)
	}
	if err := Remove(dir, "own", "away", "missing/b"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 { // "up" and "within" remain
		t.Errorf("%v, error %v", entries, err)
	}
	if err := RemoveFiles(filepath.Join(dir, "nowhere"), "a"); err != nil {
		t.Error(err)
	}
}
