package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// wellQuoted reports whether the quotes of a line, without its line end, match. It goes
// byte by byte, and shares nothing with what it is held against.
func wellQuoted(line []byte, delimiter byte) bool {
	const (
		begins = iota // a field
		unquoted
		quoted
		closed // by a quote, unless another one follows
	)
	at := begins
	for _, c := range bytes.TrimSuffix(line, []byte("\r")) {
		switch {
		case at == quoted && c != '"':
		case at == quoted:
			at = closed
		case at == closed && c == '"', at == begins && c == '"':
			at = quoted
		case c == delimiter:
			at = begins
		case at == closed || c == '"':
			return false
		default:
			at = unquoted
		}
	}
	return at != quoted
}

// expectedEnds returns what lineEnds is to note.
func expectedEnds(text []byte, from, room int, delimiter byte) (ends []uint32) {
	for len(ends) < room {
		length := bytes.IndexByte(text[from:], '\n')
		if length < 0 || delimiter != 0 && !wellQuoted(text[from:from+length], delimiter) {
			break
		}
		ends = append(ends, uint32(from+length))
		from += length + 1
	}
	return ends
}

// checkLineEnds holds every form of lineEnds against searching byte by byte: the same
// places, and nothing written behind the room.
func checkLineEnds(t rapid.TB, text []byte, from, room int, delimiter byte) {
	t.Helper()
	const unused = ^uint32(0)
	want := expectedEnds(text, from, room, delimiter)
	eachLineKernel(func() {
		got := slices.Repeat([]uint32{unused}, room+8)
		n := lineEnds(got[:room], text, from, delimiter)
		if !slices.Equal(got[:n], want) {
			t.Fatalf("%q from %d, room for %d, delimiter %q: ends %v, byte by byte %v", text, from, room, delimiter, got[:n], want)
		}
		if slices.ContainsFunc(got[room:], func(end uint32) bool { return end != unused }) {
			t.Fatalf("%q: wrote behind the room for %d", text, room)
		}
	})
}

// genLines draws text in which line ends and what quotes are for are rare or not, so that
// looks at 64 bytes find none to many of each.
func genLines(t *rapid.T) []byte {
	filler := strings.Repeat("x", rapid.IntRange(1, 80).Draw(t, "filler"))
	odd := rapid.SampledFrom([]int{0, 0, 3, 20}).Draw(t, "odd per cent")
	well := []string{"\n", "\r\n", ",", "x", "\"\"", "\"\"\"\"", "\"" + filler + "\"", "\"" + filler + ",\"\"\"", filler}
	var text []byte
	for range rapid.IntRange(0, 60).Draw(t, "fields") {
		text = append(text, rapid.SampledFrom(well).Draw(t, "field")...)
		text = append(text, rapid.SampledFrom([]string{",", ",", "\n", "\r\n"}).Draw(t, "border")...)
		if rapid.IntRange(1, 100).Draw(t, "odd") <= odd {
			text = append(text, rapid.SampledFrom([]string{"\"", "\n", "\r", "\r\r\n", "x", "\x8a\xa2\xac"}).Draw(t, "put")...)
		}
	}
	return text
}

func TestLineEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genLines(t)
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		delimiter := rapid.SampledFrom([]byte{',', ',', 0}).Draw(t, "delimiter")
		checkLineEnds(t, text[:len(text):len(text)], from, rapid.IntRange(1, 80).Draw(t, "room"), delimiter)
	})
}

// Text of every combination of the bytes that matter is cut the same, on either side of
// where one look ends and the next begins.
func TestLineEndsOfAllTexts(t *testing.T) {
	const length = 6
	alphabet, x := []byte("\",\n\rx"), strings.Repeat("x", 124)
	// So many quoted rows that what follows is only looked at for quotes.
	quoted := strings.Repeat("\""+x[:70]+"\"\n", 16)
	texts := 1
	for range length {
		texts *= len(alphabet)
	}
	for n := range testkit.Rounds(texts) {
		var middle []byte
		for m := n; len(middle) < length; m /= len(alphabet) {
			middle = append(middle, alphabet[m%len(alphabet)])
		}
		for _, before := range []string{"", "\"", "\"\"," + x[:56], "," + x[:58], x[:61], x[:124], "\"" + x[:57], "\",\"" + x[:118], quoted + x[:7], quoted + x[:8], quoted + x[:71]} {
			text := []byte(before + string(middle) + x[:80] + "\n\"\n" + x[:64])
			checkLineEnds(t, text, 0, 40, ',')
		}
	}
}

// The same for whatever the fuzzer finds.
func FuzzLineEnds(f *testing.F) {
	f.Add([]byte(puzzle(0)+","+solution(0)+"\r\n\""+puzzle(1)+"\"\n"), byte(3), byte(2), byte(','))
	f.Add([]byte(strings.Repeat("\"a, \"\"b\"\"\",\""+puzzle(1)+"\"\r\n", 3)), byte(0), byte(9), byte(','))
	f.Add(bytes.Repeat([]byte{'\n'}, 99), byte(0), byte(70), byte(0))
	f.Fuzz(func(t *testing.T, text []byte, from, room, delimiter byte) {
		if bytes.IndexByte([]byte("\"\r\n"), delimiter) >= 0 {
			t.Skip("no rows are cut with such a delimiter at once")
		}
		checkLineEnds(t, text, min(int(from), len(text)), int(room)+1, delimiter)
	})
}
