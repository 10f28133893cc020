//go:generate go -C ../solver/asm run . -out ../../formats/snappy_amd64.s snappy

package formats

import "github.com/golang/snappy"

// Grids in Snappy are short literals and short copies in no order that a processor
// could foresee, so that a decoder that jumps from tag to tag waits for each wrong
// guess. The kernel hardly jumps (ARCHITECTURE.md has figures). Elsewhere the library
// unpacks, to the same bytes.

// Elements of a Snappy block begin with a tag, whose two lowest bits tell the kind.
const (
	snappyLiteral = iota // bytes that follow
	snappyCopy1          // of bytes that were unpacked before; a byte of offset follows,
	snappyCopy2          // or two,
	snappyCopy4          // or four
)

// snappyShort is the longest literal whose length stands in its tag.
const snappyShort = 60

// decodeSnappyPortable unpacks a block with the library.
func decodeSnappyPortable(dst, src []byte) error {
	_, err := snappy.Decode(dst, src)
	return err
}
