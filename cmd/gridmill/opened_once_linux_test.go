package main

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// countOpens calls f and returns how many times f opens each file in dir, keyed by file name.
func countOpens(t *testing.T, dir string, f func()) map[string]int {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Skipf("opened files cannot be observed here: %v", err)
	}
	defer unix.Close(fd)
	// Also watch for close events, because the kernel merges identical consecutive events.
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_OPEN|unix.IN_CLOSE); err != nil {
		t.Skipf("opened files cannot be observed here: %v", err)
	}
	f()
	opens := map[string]int{}
	for events := make([]byte, 1<<20); ; {
		n, err := unix.Read(fd, events)
		if n <= 0 || err != nil {
			return opens
		}
		for rest := events[:n]; len(rest) >= unix.SizeofInotifyEvent; {
			mask, length := binary.NativeEndian.Uint32(rest[4:]), int(binary.NativeEndian.Uint32(rest[12:]))
			name := strings.TrimRight(string(rest[unix.SizeofInotifyEvent:][:length]), "\x00")
			if mask&unix.IN_OPEN != 0 && mask&unix.IN_ISDIR == 0 {
				opens[name]++
			}
			rest = rest[unix.SizeofInotifyEvent+length:]
		}
	}
}

func TestInputsAreOpenedOnce(t *testing.T) {
	n := len(knownPuzzles())
	for what, files := range map[string]map[string]string{
		"lines":            {"p.txt": fill(n, "{p}\n")},
		"lines with rest":  {"p.txt": fill(n, "{p} number {i}\n")},
		"grids":            {"p.txt": fill(n, "{lines}\n")},
		"grids and titles": {"p.txt": fill(n, "Grid {i}\n{lines}\n")},
		"cells":            {"p.csv": fill(n, "{cells},{i}\n")},
		"CSV":              {"p.csv": "puzzle,solution\n" + fill(n, "{p},{s}\n")},
		"JSON lines":       {"p.jsonl": fill(n, `{"puzzle": "{p}"}`+"\n")},
		"120 small files":  smallFiles("{p} number {i}\n"),
		"120 small tables": smallFiles("id,puzzle\n{i},{p}\n"),
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range files {
				writeFile(t, filepath.Join(dir, name), text)
			}
			var r programRun
			opens := countOpens(t, dir, func() { r = solveIn(t, filepath.Dir(dir), dir) })
			rows := n
			if len(files) > 1 {
				rows = len(files)
			}
			wantVerdicts(t, what, r, map[string]int{"unique": rows})
			for name := range files {
				if opens[name] != 1 {
					t.Fatalf("%s is opened %d times", name, opens[name])
				}
			}
		})
	}
}

// smallFiles returns the contents of files with one puzzle each.
func smallFiles(form string) map[string]string {
	all := map[string]string{}
	for i := range 120 {
		extension := "txt"
		if strings.Contains(form, ",") {
			extension = "csv"
		}
		all[fmt.Sprintf("p%03d.%s", i, extension)] = fillOne(i, form)
	}
	return all
}
