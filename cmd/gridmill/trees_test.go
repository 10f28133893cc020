package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// tree returns the contents of all files below dir, including hidden files, keyed by relative name.
func tree(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[name], err = os.ReadFile(path)
		return err
	})
	return files, err
}

// differs compares the files in two directories. The error describes one difference.
func differs(got, want string) error {
	g, err := tree(got)
	if err != nil {
		return err
	}
	w, err := tree(want)
	if err != nil {
		return err
	}
	for name, text := range w {
		if other, found := g[name]; !found {
			return fmt.Errorf("%s lacks %s", got, name)
		} else if !bytes.Equal(other, text) {
			return fmt.Errorf("%s and %s differ in %s", got, want, name)
		}
	}
	for name := range g {
		if _, found := w[name]; !found {
			return fmt.Errorf("%s also has %s", got, name)
		}
	}
	return nil
}

// same checks that two directories contain the same files: same GOT WANT
func same(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same GOT WANT")
	}
	if err := differs(ts.MkAbs(args[0]), ts.MkAbs(args[1])); (err != nil) != neg {
		ts.Fatalf("%s and %s: %v", args[0], args[1], err)
	}
}

// flip flips a bit of a file, like a faulty disk: flip FILE [OFFSET]
//
// By default, the bit is in the middle of the file.
func flip(ts *testscript.TestScript, args []string) {
	text := []byte(ts.ReadFile(args[0]))
	at := len(text) / 2
	if len(args) > 1 {
		var err error
		at, err = strconv.Atoi(args[1])
		ts.Check(err)
	}
	text[at] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o666))
}

// truncate removes the last byte of a file: truncate FILE
func truncate(ts *testscript.TestScript, args []string) {
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text[:len(text)-1]), 0o666))
}

// lists checks that DIR contains exactly the named files, including hidden files: lists DIR NAME...
func lists(ts *testscript.TestScript, args []string) {
	files, err := tree(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for name := range files {
		names = append(names, filepath.ToSlash(name))
	}
	slices.Sort(names)
	if !slices.Equal(names, args[1:]) {
		ts.Fatalf("%s holds %q, want %q", args[0], names, args[1:])
	}
}
