package formats

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// manyMutants is the environment variable that sets the total number of mutants.
const manyMutants = "GRIDMILL_MUTANTS"

const (
	usualMutants = 1000
	// mostAllocated is the maximum number of bytes that reading a mutant may allocate.
	mostAllocated = 256 << 20
)

// A sampleContainer is one way to store a small file.
type sampleContainer struct {
	name string
	// pack stores a file in a container, and returns the container's name and bytes.
	pack func(name, text string) (packedName, packed string)
	// checked is set if the container has checksums. If so, data that is read without an error must
	// equal the stored data.
	checked bool
}

var sampleContainers = []sampleContainer{
	{name: "plain", pack: func(name, text string) (string, string) { return name, text }},
	{name: "gzip", checked: true, pack: func(name, text string) (string, string) {
		return name + ".gz", compressText(&testing.T{}, compress.Gzip, text)
	}},
	{name: "zstd", checked: true, pack: func(name, text string) (string, string) {
		return name + ".zst", compressText(&testing.T{}, compress.Zstd, text)
	}},
	{name: "zip", checked: true, pack: func(name, text string) (string, string) {
		if strings.HasSuffix(name, ".npy") {
			return "in.npz", testkit.Zip("puzzle.npy", text)
		}
		return "in.zip", testkit.Zip("a/"+name, text, "b/"+name, text) // the same file twice
	}},
}

// mutantRecords is the number of records in each file before it is damaged.
const mutantRecords = 45

// TestMutants damages files of every format, in every container that can hold them, and reads them.
// Reading must not panic, hang, use too much memory, or lose rows without an error.
// GRIDMILL_MUTANTS sets the total number of mutants.
func TestMutants(t *testing.T) {
	mutants := usualMutants
	if n, err := strconv.Atoi(os.Getenv(manyMutants)); err == nil {
		mutants = n
	}
	if testing.Short() {
		mutants /= 4
	}
	all := sampleFormats()
	for _, f := range all {
		for _, c := range sampleContainers {
			if c.name != "plain" && f.name == "parquet" {
				continue // Parquet cannot be read from a container
			}
			t.Run(f.name+"/"+c.name, func(t *testing.T) {
				f.checkMutants(t, c, 1+mutants/(len(all)*len(sampleContainers)))
			})
		}
	}
}

// A mutant is a file in which some bytes were changed.
type mutant struct {
	what  string
	text  string
	start int // start of the changed bytes in the original
	end   int // end of the changed bytes in the original
}

// newMutant makes one random change to text. It flips a bit, truncates the text, or replaces,
// removes or inserts bytes.
func newMutant(r *rand.Rand, text string) mutant {
	at := r.IntN(len(text))
	if r.IntN(4) == 0 { // change headers and footers more often
		at = r.IntN(min(len(text), 200))
		if r.IntN(2) == 0 {
			at = len(text) - 1 - at
		}
	}
	n := min(1+r.IntN(4), len(text)-at)
	inserted := make([]byte, 1+r.IntN(4))
	for i := range inserted {
		inserted[i] = byte(r.Uint32())
		if r.IntN(2) == 0 {
			inserted[i] = "\n\r\",;|\t 059.x#[]{}:\\'\x00"[r.IntN(22)]
		}
	}
	switch r.IntN(5) {
	case 0:
		bit := byte(1) << r.IntN(8)
		return mutant{fmt.Sprintf("bit %#x flipped at %d", bit, at), text[:at] + string([]byte{text[at] ^ bit}) + text[at+1:], at, at + 1}
	case 1:
		return mutant{fmt.Sprintf("%q instead of %q at %d", inserted[:1], text[at], at), text[:at] + string(inserted[:1]) + text[at+1:], at, at + 1}
	case 2:
		return mutant{fmt.Sprintf("%q deleted at %d", text[at:at+n], at), text[:at] + text[at+n:], at, at + n}
	case 3:
		return mutant{fmt.Sprintf("%q inserted at %d", inserted, at), text[:at] + string(inserted) + text[at:], at, at}
	default:
		return mutant{fmt.Sprintf("cut off at %d", at), text[:at], at, len(text)}
	}
}

func (f sampleFormat) checkMutants(t *testing.T, c sampleContainer, n int) {
	records := sampleRecords(mutantRecords)
	plain := f.encode(records)
	name, packed := c.pack(f.file, plain)
	dir := t.TempDir()
	want, _, err := readWatched(t, storeIn(t, dir, name, packed))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range want {
		if row.Puzzle != records[i%len(records)].puzzle {
			t.Fatalf("row %d, before the damage, is %+v", i, row)
		}
	}
	seed := fnv.New64a()
	seed.Write([]byte(t.Name()))
	r := rand.New(rand.NewPCG(1, seed.Sum64()))
	for i := range n {
		m := newMutant(r, packed)
		if m.text == packed {
			continue
		}
		file := storeIn(t, dir, name, m.text)
		got, skipped, err := readWatched(t, file)
		if err != nil {
			if err.Error() == "" || strings.Contains(err.Error(), "runtime error") {
				t.Errorf("%s: the error is %q", m.what, err)
			}
			continue
		}
		if c.checked {
			err = sameRows(want, got, skipped)
		} else {
			err = f.checkRows(m, plain, want, got)
		}
		if err != nil {
			t.Errorf("%s: %v", m.what, err)
			storeIn(t, t.ArtifactDir(), fmt.Sprintf("%d-%s", i, name), m.text)
		}
	}
}

// readWatched reads a file. It fails if reading takes too long or allocates too much. skipped is
// the number of parts of the file that were reported as skipped.
func readWatched(t *testing.T, file string) (rows []sampleRow, skipped int, err error) {
	watch := time.AfterFunc(readLimit, func() { panic("still reading " + t.Name()) })
	defer watch.Stop()
	noted := new(Skipped)
	if n := allocated(func() {
		rows, _, err = readSample([]string{file}, ReadOptions{Keep: ParseKeep("all"), Skipped: noted}, 64)
	}); n > mostAllocated {
		t.Errorf("reading allocates %d MB: %s", n>>20, file)
	}
	for _, row := range rows {
		if (row.Puzzle == "") != (row.Reason != "") && row.Out != "" && !strings.Contains(row.Out, `"none"`) {
			t.Errorf("a row must be a puzzle or invalid for a reason: %+v", row)
		}
	}
	if err == nil {
		_, n := noted.Inputs()
		skipped = int(n)
	}
	return rows, skipped, err
}

// sameRows checks that all rows are unchanged. If parts of the file were skipped, it checks only
// that there are no additional rows.
func sameRows(want, got []sampleRow, skipped int) error {
	if len(got) != len(want) && (skipped == 0 || len(got) > len(want)) {
		return fmt.Errorf("%d rows are read instead of %d", len(got), len(want))
	}
	for i := range got {
		if skipped == 0 && got[i] != want[i] {
			return fmt.Errorf("row %d is %+v, not %+v", i, got[i], want[i])
		}
	}
	return nil
}

// checkRows checks that a mutant without a container has a plausible number of rows. For some
// formats, it also limits how many puzzles may differ from those in the original.
func (f sampleFormat) checkRows(m mutant, plain string, want, got []sampleRow) error {
	known, valid, made := map[string]bool{}, 0, 0
	for _, row := range want {
		known[row.Puzzle] = true
	}
	for _, row := range got {
		if row.Puzzle == "" {
			continue
		}
		valid++
		if !known[row.Puzzle] {
			made++
		}
	}
	if f.from == "json" {
		// A damaged record can become several invalid rows.
		if len(got) < len(want) || valid < len(want)-2 {
			return fmt.Errorf("%d rows are read, %d of them valid, instead of %d", len(got), valid, len(want))
		}
		return nil
	}
	if f.counted {
		if len(got) != len(want) {
			return fmt.Errorf("%d rows are read instead of %d", len(got), len(want))
		}
		return nil
	}
	if f.split {
		return checkGrids(m, plain, len(want), len(got), valid, made)
	}
	if made > 2 {
		return fmt.Errorf("%d puzzles are not in the original", made)
	}
	return f.checkLines(m, len(got), valid)
}

// checkLines checks the number of rows against bounds that it computes from the lines of m.text.
func (f sampleFormat) checkLines(m mutant, got, valid int) error {
	least, most := 0, 0
	for line := range strings.Lines(m.text) {
		// For the upper bound, every control character except tab ends a line.
		most += len(strings.FieldsFunc(line, func(c rune) bool { return c < ' ' && c != '\t' }))
		if line = strings.Trim(line, " \t\r\n\x00\ufeff"); strings.ContainsAny(line, "123456789.") && line[0] != '#' {
			least++
		}
	}
	switch f.name {
	case "csv", "csv_semicolons", "csv_bars", "tsv", "cells_162":
		least-- // the header
	}
	if strings.Contains(m.text, `"`) && strings.Count(m.text, `"`)%2 != 0 && f.from != "jsonl" {
		// If a closing quote is missing, a quoted field can contain the following rows. These rows
		// are lost, but an invalid row must report the loss.
		if got < least && valid == got {
			return fmt.Errorf("%d rows are read instead of %d to %d, and none is invalid", got, least, most)
		}
		return nil
	}
	if got < least || got > most {
		return fmt.Errorf("%d rows are read instead of %d to %d", got, least, most)
	}
	return nil
}

// checkGrids checks the nine-line grids of a mutant. The number of changed bytes limits how many
// grids may be lost. If part of a lost grid remains, at least one row must be invalid.
func checkGrids(m mutant, plain string, want, got, valid, made int) error {
	perGrid := float64(len(plain)) / float64(want)
	touched := 2 + int(float64(m.end-m.start)/perGrid)
	if lost := want - valid; lost > touched {
		return fmt.Errorf("%d of %d grids are valid, but %d changed", valid, want, touched)
	}
	if made > 1 {
		return fmt.Errorf("%d puzzles are not in the original", made)
	}
	if whole := int(float64(m.end-m.start) / perGrid); valid+whole < want && got == valid && m.end < len(plain) {
		return fmt.Errorf("%d of %d grids are valid, and no row is invalid", valid, want)
	}
	if m.end == len(plain) && got == valid && unfinishedGrid(m.text) {
		return fmt.Errorf("the last grid is not whole, and no row is invalid")
	}
	return nil
}

func unfinishedGrid(text string) bool {
	last := text[strings.LastIndex(text, "\n\n")+1:]
	n := 0
	for line := range strings.Lines(last) {
		if line = strings.TrimSpace(line); len(line) == 9 && strings.Trim(line, "123456789.") == "" {
			n++
		}
	}
	return n%9 != 0
}
