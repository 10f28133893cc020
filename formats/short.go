package formats

import "fmt"

// shortBytes is how many bytes are stored at once where few are wanted, which takes less
// time than to look how many there are.
const shortBytes = 16

// short is a few bytes that are stored shortBytes at once, whatever follows.
type short struct {
	bytes [shortBytes]byte
	size  int
}

// shortOf returns a text as a short one, which it must be.
func shortOf(text []byte) (s short) {
	if s.size = copy(s.bytes[:], text); s.size < len(text) {
		panic(fmt.Sprintf("formats: %q is too long to be stored at once", text))
	}
	return s
}
