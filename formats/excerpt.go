package formats

import (
	"strings"
	"unicode/utf8"
)

// excerptBytes is the number of bytes that an Excerpt holds.
const excerptBytes = 100

// An Excerpt is the start of a row as it was in the file. It is an array, so that keeping one
// does not allocate.
type Excerpt struct {
	bytes [excerptBytes]byte
	len   int // of the row
}

// ExcerptOf returns the excerpt of a text.
func ExcerptOf[T string | []byte](text T) (e Excerpt) {
	e.len = len(text)
	copy(e.bytes[:], text)
	return e
}

// String returns the text, which ends with an ellipsis if there is more. Bytes that are not UTF-8
// are replaced.
func (e Excerpt) String() string {
	if e.len <= excerptBytes {
		return strings.ToValidUTF8(string(e.bytes[:e.len]), "\uFFFD")
	}
	end := excerptBytes // not in the middle of a character
	for end > excerptBytes-utf8.UTFMax && !utf8.RuneStart(e.bytes[end-1]) {
		end--
	}
	return strings.ToValidUTF8(string(e.bytes[:end-1]), "\uFFFD") + "…"
}

// excerpt returns the excerpt of a row.
func (b *Batch) excerpt(i int) Excerpt {
	b.scratch = b.segmentOf(i).source.appendRaw(b.scratch[:0], b, i)
	return ExcerptOf(b.scratch)
}
