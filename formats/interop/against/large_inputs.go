package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// How many rows the inputs of measurements have at least: easy_40k.csv a hundred times
// and 17_clue.txt sixty times.
const (
	largeTableRows = 4_000_000
	largeLinesRows = 2_949_480
)

// largeInput is an input that is measured, with the output format of its runs.
type largeInput struct {
	name string // of the measurement
	file string
	to   string
}

// largeInputs are the inputs that are measured; the average is of the first five.
var largeInputs = []largeInput{
	{"CSV to CSV", "easy.csv", "csv"},
	{"CSV to Parquet", "easy.csv", "parquet"},
	{"17 clues to Parquet", "17_clue.txt", "parquet"},
	{"Snappy Parquet to Parquet", "easy-duckdb-snappy.parquet", "parquet"},
	{"zstd Parquet to Parquet", "easy-gridmill-zstd.parquet", "parquet"},
	{"DuckDB's zstd to Parquet", "easy-duckdb-zstd.parquet", "parquet"},
}

// prepareInProcess makes the large inputs in a process of its own: on Linux, the peak
// memory of a child is at least that of the process that started it, and DuckDB takes
// more than gridmill.
func prepareInProcess(ctx context.Context, o *options, base *program) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self, "-prepare", "-inputs", o.inputs, "-base-binary", base.path, "-dir", o.dir)
	if exists(o.corpora) {
		c.Args = append(c.Args, "-corpora", o.corpora)
	}
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("making inputs: %w", err)
	}
	return nil
}

// prepareLarge makes those of the large inputs that are not there yet. dir is for the
// base, where it must be built.
func prepareLarge(ctx context.Context, o *options, root, dir string) error {
	if err := os.MkdirAll(o.inputs, 0o777); err != nil {
		return err
	}
	base, err := buildBase(ctx, o, root, dir)
	if err != nil {
		return err
	}
	d, err := openDuck()
	if err != nil {
		return err
	}
	defer d.close()
	table := filepath.Join(o.inputs, "easy.csv")
	fromDuckDB := func(compression string) func(string) error {
		return func(path string) error {
			return d.exec(ctx, "COPY (FROM %s) TO %s (FORMAT parquet, COMPRESSION %s)", fromCSV(table), quoted(path), compression)
		}
	}
	for _, input := range []struct {
		file string
		make func(path string) error
	}{
		{"easy.csv", func(path string) error {
			return grow(path, corpusFor(o, root, "easy_40k.csv", "easy.csv"), 1, largeTableRows)
		}},
		{"17_clue.txt", func(path string) error {
			return grow(path, corpusFor(o, root, "17_clue.txt", "minimal.txt"), 0, largeLinesRows)
		}},
		{"easy-duckdb-snappy.parquet", fromDuckDB("snappy")},
		{"easy-duckdb-zstd.parquet", fromDuckDB("zstd")},
		{"easy-gridmill-zstd.parquet", func(path string) error {
			_, err := output(ctx, base.path, "solve", table, "-o", path, "--to", "parquet", "--progress", "none")
			return err
		}},
	} {
		path := filepath.Join(o.inputs, input.file)
		if exists(path) {
			continue
		}
		// Only whole files get their names, so that what is there can be used.
		unfinished := path + ".unfinished"
		if err := input.make(unfinished); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", input.file, err), os.RemoveAll(unfinished))
		}
		if err := os.Rename(unfinished, path); err != nil {
			return err
		}
	}
	return nil
}

// corpusFor returns the path of a larger corpus or, where it is missing, of one that
// gridmill ships.
func corpusFor(o *options, root, larger, small string) string {
	if found := corporaIn(o.corpora, []string{larger}); len(found) > 0 {
		return found[0]
	}
	return filepath.Join(shipped(root), small)
}

// grow writes the lines of a file again and again, but for comments and, after the
// first time, the given number of header lines, until there are at least so many rows.
func grow(target, source string, header, rows int) error {
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	var lines [][]byte
	for line := range bytes.Lines(text) {
		if line[0] != '#' {
			lines = append(lines, line)
		}
	}
	f, err := os.Create(target)
	if err != nil {
		return err
	}
	_, err = f.Write(bytes.Join(lines[:header], nil))
	body := bytes.Join(lines[header:], nil)
	for written := 0; written < rows && err == nil; written += len(lines) - header {
		_, err = f.Write(body)
	}
	return errors.Join(err, f.Close())
}
