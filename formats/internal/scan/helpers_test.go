package scan

import "io"

// pieceReader returns text in pieces whose sizes cycle through the given sizes.
type pieceReader struct {
	text  string
	sizes []int
	next  int
}

func (c *pieceReader) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := min(max(c.sizes[c.next%len(c.sizes)], 1), len(c.text), len(p))
	c.next++
	copy(p, c.text[:n])
	c.text = c.text[n:]
	return n, nil
}
