package scan

import (
	"bytes"
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
		"after":     "\ufeff" + strings.Repeat("\r\n", readSize) + strings.Repeat("some,row\n", readSize/4),
	} {
		want, err := NewCutter(strings.NewReader(text)).Peek(100, mayBeRow)
		if err != nil {
			t.Fatal(err)
		}
		for how, in := range map[string]io.Reader{
			"few bytes": &pieceReader{text: text, sizes: []int{1, 1, 40}},
			"half":      iotest.HalfReader(strings.NewReader(text)),
			"blocks":    &pieceReader{text: text, sizes: []int{1000, readSize, 12345}},
		} {
			if head, err := NewCutter(in).Peek(100, mayBeRow); err != nil || string(head) != string(want) {
				t.Errorf("%s, %s: Peek returned %d bytes, want %d, error %v", name, how, len(head), len(want), err)
			}
		}
	}
}

// TestSampleOfStrayQuotes checks that Sample and Fill return the same first rows, even if a quote
// is never closed.
func TestSampleOfStrayQuotes(t *testing.T) {
	const rows = 8
	for stray := range rows {
		text := strings.Repeat("1,one\n", stray) + "\"2,two\n" + strings.Repeat("3,"+strings.Repeat("three", 12)+"\n", MaxRow/32)
		c := NewCutter(strings.NewReader(text))
		c.Skip, c.Delimiter = IsEmpty, ','
		head, err := c.Peek(100, mayBeRow)
		if err != nil {
			t.Fatal(err)
		}
		sample, length, lines := c.Sample(bytes.Clone(head), ',', rows) // Fill reuses the memory of head
		want := new(Block)
		if err := c.Fill(want, rows, 2*MaxRow); err != nil {
			t.Fatal(err)
		}
		if length != len(want.Row(0))+1 || lines != 1 || len(sample.Rows) != rows || len(want.Rows) != rows {
			t.Fatalf("stray quote in row %d: first row has %d bytes and %d lines, %d rows, want %d", stray, length, lines, len(sample.Rows), len(want.Rows))
		}
		for i := range rows {
			if string(sample.Row(i)) != string(want.Row(i)) {
				t.Errorf("stray quote in row %d: row %d is %.30q, want %.30q", stray, i, sample.Row(i), want.Row(i))
			}
		}
	}
}
