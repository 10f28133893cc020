package main

import (
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedFootersAreNotBugs changes many bytes of a footer, one at a time. The program must read
// the file or report the damage. It must never report a bug in itself.
func TestDamagedFootersAreNotBugs(t *testing.T) {
	skipInShort(t)
	dir := t.TempDir()
	in, path := filepath.Join(dir, "in.csv"), filepath.Join(dir, "damaged.parquet")
	text := "id,puzzle\n1," + strings.Repeat(".", 81) + "\n2,x\n"
	writeFile(t, in, text)
	if code, _, said := runIn(t, dir, "solve", in, "-o", path, "--progress", "none"); code != exitDone {
		t.Fatal(said)
	}
	good := readFile(t, path)
	const step = 9
	tail, refused := len(good)-8, 0
	for at := tail - int(binary.LittleEndian.Uint32(good[tail:])); at < len(good); at += step {
		bad := append([]byte(nil), good...)
		bad[at] ^= 1 << (at % 8)
		writeFile(t, path, bad)
		code, _, said := runIn(t, dir, "solve", path, "-o", "-", "--to", "csv", "--workers", "1", "--batch", "10", "--progress", "none")
		if strings.Contains(said, "defect") || code == exitFailed && !strings.Contains(said, path) {
			t.Errorf("with byte %d changed, solve exits with %d and says %s", at, code, said)
		}
		if code == exitFailed {
			refused++
		}
	}
	if refused*step < 50 {
		t.Errorf("only %d damaged files were rejected", refused)
	}
}
