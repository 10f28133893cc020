package formats

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// checkLineEnds holds lineEnds against searching line by line: the same places,
// and nothing written behind the room.
func checkLineEnds(t rapid.TB, text []byte, from, room int, quotes bool) {
	t.Helper()
	const unused = ^uint32(0)
	want, got := make([]uint32, room+8), slices.Repeat([]uint32{unused}, room+8)
	want = want[:linesOneByOne(want[:room], text, from, quotes)]
	n := lineEnds(got[:room], text, from, quotes)
	if !slices.Equal(got[:n], want) {
		t.Fatalf("%q from %d, room for %d, quotes %t: ends %v, line by line %v", text, from, room, quotes, got[:n], want)
	}
	if slices.ContainsFunc(got[room:], func(end uint32) bool { return end != unused }) {
		t.Fatalf("%q: wrote behind the room for %d", text, room)
	}
}

func TestLineEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Line ends and quotes are rare or not, so that chunks have none to many.
		filler := bytes.Repeat([]byte("x"), rapid.IntRange(1, 200).Draw(t, "filler"))
		alphabet := append([]byte("\n\n\r\"\x8a\xa2"), filler...)
		text := rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 300).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		checkLineEnds(t, text[:len(text):len(text)], from, rapid.IntRange(1, 40).Draw(t, "room"), rapid.Bool().Draw(t, "quotes"))
	})
}

// The same for whatever the fuzzer finds.
func FuzzLineEnds(f *testing.F) {
	f.Add([]byte(puzzle(0)+","+solution(0)+"\r\n\""+puzzle(1)+"\"\n"), byte(3), byte(2), true)
	f.Add(bytes.Repeat([]byte{'\n'}, 99), byte(0), byte(70), false)
	f.Fuzz(func(t *testing.T, text []byte, from, room byte, quotes bool) {
		checkLineEnds(t, text, min(int(from), len(text)), int(room)+1, quotes)
	})
}
