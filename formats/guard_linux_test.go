package formats

import (
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// guarded copies values to memory that ends where they end: to touch the byte after
// them is a fault. With atStart they begin where memory begins.
func guarded[T any](t *testing.T, values []T, atStart bool) []T {
	t.Helper()
	page, n := syscall.Getpagesize(), len(values)*int(unsafe.Sizeof(*new(T)))
	size := max((n+page-1)/page, 1) * page
	mem, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(mem) })
	for _, guard := range [][]byte{mem[:page], mem[page+size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	at := page
	if !atStart {
		at += size - n
	}
	moved := unsafe.Slice((*T)(unsafe.Pointer(&mem[at])), len(values))
	copy(moved, values)
	return moved
}

// parseGuarded parses a batch whose text, and all that is made of it, stands between
// pages that must not be touched.
func parseGuarded(t *testing.T, b *Batch, atStart bool) {
	t.Helper()
	b.block, b.rows = guarded(t, b.block, atStart), guarded(t, b.rows, atStart)
	b.Puzzles, b.Reasons = guarded(t, b.Puzzles, atStart), guarded(t, b.Reasons, atStart)
	if s, ok := b.segments[0].source.(*csvSource); ok {
		s.makeRoom(b, b.Len())
		b.fields = guarded(t, b.fields, atStart)
		if s.info.HasAnswers {
			b.answerGrids, b.Answers = guarded(t, b.answerGrids, atStart), guarded(t, b.Answers, atStart)
		}
	}
	if err := b.Parse(); err != nil {
		t.Fatal(err)
	}
}

// The last row may be cut off anywhere, so that a grid would leave the block.
func TestRowsGuardPages(t *testing.T) {
	for _, header := range []string{"puzzle", "id,puzzle", "puzzle,solution", "solution,puzzle,note"} {
		for _, note := range notes {
			values := map[string]string{"puzzle": puzzle(0), "solution": solution(0), "id": "17", "note": note}
			var fields []string
			for _, name := range strings.Split(header, ",") {
				fields = append(fields, values[name])
			}
			row := strings.Join(fields, ",")
			for _, cut := range []int{0, 1, 2, 30, 80} {
				text := header + "\n" + strings.Repeat(row+"\n", 5) + row[:len(row)-min(cut, len(row))]
				for _, atStart := range []bool{false, true} {
					b := unparsed(t, text, CSV, "all")
					parseGuarded(t, b, atStart)
					checkParsed(t, b)
				}
			}
		}
	}
}

// The same for lines.
func TestLinesGuardPages(t *testing.T) {
	for _, tail := range []string{"", " ", "\r", "5", "tail"} {
		for _, length := range []int{0, 1, 49, 80, 81, 82} {
			line := puzzle(0) + tail
			for _, atStart := range []bool{false, true} {
				b := unparsed(t, strings.Repeat(line+"\n", 5)+line[:min(length, len(line))], Text, "")
				parseGuarded(t, b, atStart)
				checkAlone(t, b)
			}
		}
	}
}
