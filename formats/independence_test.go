package formats

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// headRecords is the number of initial records that can determine how a file is read.
const headRecords = 100

// A change describes how to create a new list of records from the records of a file.
type change struct {
	of []int // index of each record in the original file, or -1 for a damaged record
	// damaged holds the damaged records in order, one for each -1 in change.of.
	damaged []record
	// cut is the index of the first record in the second file, or 0 if there is only one file.
	cut int
}

// TestRowsAreIndependent changes some records of a file of each format. The rows of other records
// must stay the same. In the first run, the first 100 records determine how the file is read, so
// they are not changed. In the second run, options determine how the file is read.
func TestRowsAreIndependent(t *testing.T) {
	boundRapid(t, "12")
	for _, f := range sampleFormats() {
		t.Run(f.name, func(t *testing.T) {
			t.Run("head", func(t *testing.T) { f.checkIndependence(t, headRecords) })
			t.Run("options", func(t *testing.T) { f.checkIndependence(t, 0) })
		})
	}
}

// TestOneRecordDoesNotDecide checks that one additional record of a different kind does not change
// how the other records are read. For example, this record must not determine the delimiter or the
// header.
func TestOneRecordDoesNotDecide(t *testing.T) {
	other := sampleRecords(600)[500]
	odd := []string{
		"hello", "Sudoku", "Grid | 1", "id;puzzle", "a,b;c", "// mine", "- - -", "\"", "\"a\"b", "1700000000000000000",
		other.puzzle + "," + other.solution, other.puzzle + ";" + other.solution, "1," + other.puzzle + "\t" + other.puzzle,
		strings.Join(strings.Split(other.puzzle, ""), ","), strings.Repeat(".", 80) + ";",
	}
	for _, f := range sampleFormats() {
		if len(f.raws) == 0 || f.counted {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			o := keepAll
			dir := t.TempDir()
			records := sampleRecords(40)
			want, _, err := readSample([]string{storeIn(t, dir, f.file, f.encode(records))}, o, 50)
			if err != nil {
				t.Fatal(err)
			}
			for _, raw := range odd {
				for _, at := range []int{0, 1, 39} {
					if at == 0 && slices.Contains([]string{"text_before", "csv_spaces"}, f.name) {
						continue // a title with spaces can be a header
					}
					file := storeIn(t, dir, f.file, f.encode(slices.Insert(slices.Clone(records), at, record{raw: raw})))
					got, _, err := readSample([]string{file}, o, 50)
					if err != nil {
						t.Errorf("with %q before record %d: %v", raw, at, err)
						continue
					}
					puzzles := func(row sampleRow) bool { return row.Puzzle == "" || row.Puzzle == other.puzzle }
					if got = slices.DeleteFunc(got, puzzles); !slices.Equal(got, want) {
						t.Errorf("with %q before record %d, the rows changed (-want +got):\n%.600s", raw, at, cmp.Diff(want, got))
					}
				}
			}
		})
	}
}

// TestTornRecordDoesNotDecide checks that a record that loses a quote does not change how a file is
// read, even if the record has many lines.
func TestTornRecordDoesNotDecide(t *testing.T) {
	records := sampleRecords(40)
	for _, answer := range []string{linesOf(records[7].solution), strings.Repeat("Row 1 has a 5, so r1c1 is 4.\n", 9)} {
		for _, torn := range []int{0, 3, 25} {
			text, want := "id,puzzle,output\n", []string(nil)
			for i, r := range records {
				record := fmt.Sprintf("%d,%s,\"%s\"\n", i, r.puzzle, strings.Repeat(answer, 8))
				if i == torn {
					record = strings.TrimSuffix(record, "\"\n") + "\n"
				} else {
					want = append(want, r.puzzle)
				}
				text += record
			}
			rows, _, err := readSample([]string{storeIn(t, t.TempDir(), "in.csv", text)}, ReadOptions{}, 50)
			rows = slices.DeleteFunc(rows, func(r sampleRow) bool { return r.Puzzle == "" })
			if got := mapped(rows, func(r sampleRow) string { return r.Puzzle }); err != nil || !slices.Equal(got, want) {
				t.Errorf("record %d torn: read %d puzzles, want %d; error %v", torn, len(got), len(want), err)
			}
		}
	}
}

// checkIndependence changes some records, and checks that the rows of other records stay the same.
// It does not change records[:head], which determine how the file is read. If head is 0, options
// determine how the file is read.
func (f sampleFormat) checkIndependence(t *testing.T, head int) {
	o := keepAll
	if head == 0 {
		var err error
		if o.Format, err = ParseFormat(f.from); err != nil {
			t.Fatal(err)
		}
		if f.fixed != nil {
			f.fixed(&o)
		}
	}
	dir := t.TempDir()
	records := sampleRecords(head + 12)
	file := storeIn(t, dir, f.file, f.encode(records))
	want, _, err := readSample([]string{file}, o, 50)
	if err != nil {
		t.Fatal(err)
	}
	f.wantRecords(t, records, want)
	rapid.Check(t, func(t *rapid.T) {
		changed := f.drawChange(t, records, head)
		files := f.store(t, dir, changed.apply(records), changed.cut)
		size := rapid.SampledFrom([]int{1, 7, 64, 1000}).Draw(t, "batch")
		got, lines, err := readSample(files, o, size)
		if err != nil {
			t.Fatalf("%v\n%s", err, endOf(files[0]))
		}
		if err := f.compare(changed, want, got); err != nil {
			t.Fatalf("%v\n%s", err, endOf(files[0]))
		}
		if len(files) == 1 && !slices.IsSorted(lines) {
			t.Fatalf("rows are in the lines %v", lines)
		}
	})
}

// endOf returns the end of a text file, for use in a message.
func endOf(file string) string {
	text, _ := os.ReadFile(file)
	if strings.ContainsRune(string(text), 0) {
		return ""
	}
	return string(text[max(0, len(text)-1000):])
}

// boundRapid sets the number of checks per property, and limits the time that package rapid takes
// to simplify a failing example.
func boundRapid(t *testing.T, checks string) {
	set := func(name, value string) {
		f := flag.Lookup(name).Value
		before := f.String()
		t.Cleanup(func() { f.Set(before) })
		if err := f.Set(value); err != nil {
			t.Fatal(err)
		}
	}
	set("rapid.checks", checks)
	set("rapid.shrinktime", "2s")
}

// wantRecords checks that each record of an undamaged file yields the expected row.
func (f sampleFormat) wantRecords(t *testing.T, records []record, rows []sampleRow) {
	if len(rows) != len(records) {
		t.Fatalf("%d rows, want %d", len(rows), len(records))
	}
	for i, r := range records {
		if row := rows[i]; row.Puzzle != r.puzzle || f.answers && (row.Answer != r.solution || row.Class != "match") {
			t.Fatalf("row %d is %+v, want %+v", i, row, r)
		}
	}
}

// drawChange draws a change. The new list of records starts with records[:head].
func (f sampleFormat) drawChange(t *rapid.T, records []record, head int) (c change) {
	for i := range records {
		c.of = append(c.of, i)
	}
	tail := func() []int { return c.of[head:] }
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		switch rapid.SampledFrom([]string{"permute", "repeat", "damage", "append", "remove"}).Draw(t, "change") {
		case "permute":
			copy(tail(), rapid.Permutation(slices.Clone(tail())).Draw(t, "order"))
		case "repeat":
			c.of = append(c.of, rapid.SampledFrom(tail()).Draw(t, "again"))
		case "damage":
			c.of[head+rapid.IntRange(0, len(tail())-1).Draw(t, "at")] = -1
		case "append":
			c.of = append(c.of, rapid.SliceOfN(rapid.IntRange(0, len(records)-1), 1, 9).Draw(t, "others")...)
		case "remove":
			if len(tail()) > 9 {
				c.of = slices.Delete(c.of, len(c.of)-2, len(c.of)-1)
			}
		}
	}
	f.drawCut(t, &c, head)
	if f.split { // insert valid records, to separate the rows of consecutive damaged records
		for i := len(c.of) - 1; i >= 0; i-- {
			if c.of[i] < 0 {
				c.of = slices.Insert(c.of, i, 3)
				if i < c.cut {
					c.cut++
				}
			}
		}
	}
	for _, i := range c.of {
		if i < 0 {
			c.damaged = append(c.damaged, f.drawDamaged(t))
		}
	}
	return c
}

// drawCut decides at random whether and where to divide the records into two files. Each file
// starts with valid records, because they can determine how a file is read.
func (f sampleFormat) drawCut(t *rapid.T, c *change, head int) {
	first := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	if head == 0 && f.isDecided() {
		first = nil
	}
	if head == 0 {
		c.of = slices.Concat(first, c.of)
	}
	if rapid.Bool().Draw(t, "cut") {
		c.cut = rapid.IntRange(max(head, len(first)), len(c.of)).Draw(t, "where")
		c.of = slices.Insert(c.of, c.cut, first...)
	}
}

// isDecided reports whether f.fixed sets everything that the first records would otherwise
// determine. For example, the result is false for JSON, whose columns depend on the first records.
func (f sampleFormat) isDecided() bool {
	return slices.Contains([]string{"text", "grids", "csv", "tsv", "cells", "hodoku"}, f.from)
}

// drawDamaged draws a record that is not a puzzle or does not have a solution.
func (f sampleFormat) drawDamaged(t *rapid.T) record {
	r := sampleRecords(600)[rapid.IntRange(500, 599).Draw(t, "damaged")]
	kinds := []string{"character", "contradiction"}
	if f.anyLength {
		kinds = append(kinds, "short", "long", "empty")
	}
	if len(f.raws) > 0 {
		kinds = append(kinds, "raw", "raw")
	}
	switch rapid.SampledFrom(kinds).Draw(t, "damage") {
	case "character":
		at := rapid.IntRange(0, 80).Draw(t, "cell")
		r.puzzle = r.puzzle[:at] + "q" + r.puzzle[at+1:]
	case "contradiction":
		r.puzzle = "55" + r.puzzle[2:]
	case "short":
		r.puzzle = r.puzzle[:80]
	case "long":
		r.puzzle += "1"
	case "empty":
		r.puzzle = ""
	case "raw":
		r.raw = rapid.SampledFrom(f.raws).Draw(t, "raw")
	}
	return r
}

func (c change) apply(original []record) (all []record) {
	damaged := c.damaged
	for _, i := range c.of {
		if i >= 0 {
			all = append(all, original[i])
			continue
		}
		all = append(all, damaged[0])
		damaged = damaged[1:]
	}
	return all
}

// store stores the records in two files. cut is the index of the first record in the second file. A
// file without records is not written.
func (f sampleFormat) store(t *rapid.T, dir string, records []record, cut int) (files []string) {
	for i, part := range [][]record{records[:cut], records[cut:]} {
		if len(part) == 0 {
			continue
		}
		name := filepath.Join(dir, fmt.Sprintf("%d-%s", i, f.file))
		if err := os.WriteFile(name, []byte(f.encode(part)), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	return files
}

// compare checks that every undamaged row is unchanged.
func (f sampleFormat) compare(c change, want, got []sampleRow) error {
	next, damaged := 0, c.damaged
	for n, i := range c.of {
		if i < 0 {
			bad := damaged[0]
			damaged = damaged[1:]
			count, err := f.damagedRows(bad, got[next:])
			if err != nil {
				return fmt.Errorf("record %d, which is %+v: %w", n, bad, err)
			}
			next += count
			continue
		}
		if next == len(got) {
			return fmt.Errorf("record %d is missing after %d rows", n, next)
		}
		if want[i] != got[next] {
			return fmt.Errorf("the row of record %d changed (-want +got): %s", n, cmp.Diff(want[i], got[next]))
		}
		next++
	}
	if next != len(got) {
		return fmt.Errorf("there are %d extra rows", len(got)-next)
	}
	return nil
}

// damagedRows returns how many of the first rows come from bad, a damaged record. It returns an
// error if rows is empty, or if one of the rows from bad is wrong.
func (f sampleFormat) damagedRows(bad record, rows []sampleRow) (n int, err error) {
	if len(rows) == 0 {
		return 0, fmt.Errorf("it has no row")
	}
	if rows[0].Puzzle != "" {
		if rows[0].Puzzle != bad.puzzle || bad.raw != "" {
			return 0, fmt.Errorf("it is the puzzle %s", rows[0].Puzzle)
		}
		return 1, nil // clues that contradict each other do not make a row invalid
	}
	for n < len(rows) && rows[n].Puzzle == "" && (n == 0 || f.split && n < 2) {
		if rows[n].Reason == "" {
			return 0, fmt.Errorf("it is invalid without a reason")
		}
		n++
	}
	return n, nil
}
