package filekind

import (
	"strings"
	"testing"
)

// TestWhatIsNotRecognized checks that zip archives and text are not mistaken for kinds of files
// that they merely resemble.
func TestWhatIsNotRecognized(t *testing.T) {
	for _, text := range []string{"- 5 | 3\n", "Puzzle:\n- - 5 3\n", "Puzzle: 1\n", "---\n53..7", "- 53..7", "5\x003\x00.\x007\x00.5", "X\n53", "X\n\x00", "\x53\x00\x00\x00\x00\x00\x00\x00text", "\x93text\x94", "\xdcmlaut", "<tr1>", "", "PK", "ORC,puzzle", "<1>", "\x80", "xl/workbook.xml"} {
		if kind := Of([]byte(text)); kind != nil {
			t.Errorf("%q is mistaken for %s", text, kind.What)
		}
	}
	for _, member := range []string{"", "puzzles.csv", "workbook.xml", "my-data.pkl"} {
		if kind := OfArchiveWith(member); kind != nil {
			t.Errorf("an archive with %s is mistaken for %s", member, kind.What)
		}
	}
}

// TestBinary checks that a file with a few control characters is text, and that a file with many
// control characters is binary.
func TestBinary(t *testing.T) {
	grid := strings.Repeat("53..7....", 9) + "\n"
	for text, binary := range map[string]bool{
		"": false, "\x00\x01": false, grid: false, grid + "\x00\x00\x00\x00\x00" + grid: false, "R\xe4tsel;L\xf6sung\r\n\f" + grid: false,
		strings.Repeat(grid, 3) + strings.Repeat("\x00", 81) + strings.Repeat(grid, 3): false,
		strings.Repeat(grid+"\x1b[31mhard\x1b[0m\n", 9):                                false, strings.Repeat("\x00", 8): true, strings.Repeat("puz\x00\x01le", 4) + grid[:8]: true,
	} {
		if kind := Of([]byte(text)); (kind != nil) != binary {
			t.Errorf("%q is recognized as %v", text, kind)
		}
	}
}

// TestKinds checks that web pages are recognized, even if they start with a table. It also checks
// that archives are recognized by the name of a member. In PyTorch files, this member can be in a
// directory with an arbitrary name. In other archives, its whole path is fixed.
func TestKinds(t *testing.T) {
	const page = "a web page (HTML)"
	for text, what := range map[string]string{"<!DOCTYPE html>\n": page, " <html lang=en>": page, "<table border=1>\n<tr>": page,
		"model/data.pkl": "a PyTorch file", "xl/workbook.xml": "an Excel workbook", "word/document.xml": "a Word document",
		"mimetype": "an OpenDocument, EPUB or iWork (Numbers, Pages) file"} {
		kind := Of([]byte(text))
		if what != page {
			kind = OfArchiveWith(text)
		}
		if kind == nil || kind.What != what {
			t.Errorf("%q is recognized as %v, want %s", text, kind, what)
		}
	}
}
