package scan

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestFirstBytesAreTheSame checks that Peek returns the same bytes regardless of how the stream
// delivers the text.
func TestFirstBytesAreTheSame(t *testing.T) {
	for name, text := range map[string]string{
		"rows":      strings.Repeat("some,row\n", readSize/4),
		"long rows": strings.Repeat(strings.Repeat("x", readSize)+"\n", 5),
		"a mark":    "\ufeff" + strings.Repeat("some,row\n", readSize/4),
		"few":       "some,row\n",
		"empty":     strings.Repeat("\n\r\n", readSize) + "some,row\n",
		"behind":    "\ufeff" + strings.Repeat("\r\n", readSize) + strings.Repeat("some,row\n", readSize/4),
	} {
		want, err := NewCutter(strings.NewReader(text)).Peek(mayBeRow)
		if err != nil {
			t.Fatal(err)
		}
		for how, in := range map[string]io.Reader{
			"one byte": iotest.OneByteReader(strings.NewReader(text)),
			"half":     iotest.HalfReader(strings.NewReader(text)),
			"blocks":   &pieceReader{text: text, sizes: []int{1000, readSize, 12345}},
		} {
			if head, err := NewCutter(in).Peek(mayBeRow); err != nil || string(head) != string(want) {
				t.Errorf("%s, %s: Peek returned %d bytes, want %d, error %v", name, how, len(head), len(want), err)
			}
		}
	}
}
