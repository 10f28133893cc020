package filekind

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"regexp"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// startsYAML is how a list of mappings, or a mapping whose first value is a list, starts.
var startsYAML = regexp.MustCompile(`^(%YAML|(---\s*\n|#.*\n)*(- +\w*[A-Za-z_]\w*: +\S|[A-Za-z_]\w*:[ \t]*\r?\n[ \t]*- *(["'[]|\w\w)))`)

// jsonColumns is how an object starts whose first value is a column: values by the numbers of
// their rows.
var jsonColumns = regexp.MustCompile(`^\s*\{\s*"[^"]*"\s*:\s*(\{\s*"0"\s*:\s*("[^"]*"|[^][{}",]*)\s*,\s*"1"\s*:)`)

func magic(text string) func([]byte) bool { return magicAt(0, text) }

func magicAt(place int, text string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) >= place && bytes.HasPrefix(head[place:], []byte(text))
	}
}

// trimStart returns a text without the byte-order mark and the space that it starts with.
func trimStart(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark)), " \t\r\n")
}

// startsJSON reports whether text starts with an object, or with an array of objects. An
// array of anything else may be a line with a grid.
func startsJSON(head []byte) bool {
	head = trimStart(head)
	if array, found := bytes.CutPrefix(head, []byte("[")); found {
		head = bytes.TrimLeft(array, " \t\r\n")
	}
	if object, found := bytes.CutPrefix(head, []byte("{")); found {
		object = bytes.TrimLeft(object, " \t\r\n")
		return len(object) == 0 || object[0] == '"' || object[0] == '}'
	}
	return false
}

// startsDictionary reports whether text starts with a dictionary, or a list of some, whose first
// key stands in single quotes.
func startsDictionary(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(trimStart(head), []byte("[")), " \t\r\n")
	object, found := bytes.CutPrefix(head, []byte("{"))
	return found && bytes.HasPrefix(bytes.TrimLeft(object, " \t\r\n"), []byte("'"))
}

// startsArray reports whether text starts with an array of objects.
func startsArray(head []byte) bool {
	return startsJSON(head) && trimStart(head)[0] == '['
}

// startsPickle reports whether a pickle starts so: of protocol 2 to 5, or of protocol 0 or 1
// with a list, a dictionary or an object of a class that holds tables.
func startsPickle(head []byte) bool {
	return len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5 ||
		startsWith(head, "(lp0\n", "(dp0\n", "(lp1\n", "(dp1\n", "ccopy_reg\n", "cnumpy", "cpandas", "c__builtin__\n", "]q\x00", "}q\x00")
}

func startsPicture(head []byte) bool {
	return startsWith(head, "\x89PNG\r\n", "\xff\xd8\xff", "GIF8")
}

// startsAny reports whether a file starts with one of some texts.
func startsAny(starts ...string) func([]byte) bool {
	return func(head []byte) bool { return startsWith(head, starts...) }
}

func startsWith(head []byte, starts ...string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return bytes.HasPrefix(head, []byte(start)) })
}

// startsMarkup reports whether text starts with one of some tags, whatever their case, behind
// comments or not.
func startsMarkup(tags ...string) func([]byte) bool {
	return func(head []byte) bool {
		head = bytes.ToLower(trimStart(head))
		for bytes.HasPrefix(head, []byte("<!--")) {
			_, head, _ = bytes.Cut(head, []byte("-->"))
			head = trimStart(head)
		}
		return startsWith(head, tags...)
	}
}

func both(one, other func([]byte) bool) func([]byte) bool {
	return func(head []byte) bool { return one(head) && other(head) }
}

// isBinary reports whether there are control characters that no text has.
func isBinary(head []byte) bool {
	return slices.ContainsFunc(head, isControl)
}

// seemsBinary reports whether there are more such characters than damage puts into text.
func seemsBinary(head []byte) bool {
	n := 0
	for _, c := range head {
		if isControl(c) {
			n++
		}
	}
	return n >= 8 && 16*n > len(head)
}

func isControl(c byte) bool { return c < ' ' && (c < '\t' || c > '\r') }

// wide returns what reports whether text starts with ASCII in so many bytes a character, of
// which all but one are zero.
func wide(size, place int) func([]byte) bool {
	const least = 16 // characters, unless the text has fewer
	return func(head []byte) bool {
		head = head[:min(len(head)/size, least)*size]
		for i, c := range head {
			if (c != 0) != (i%size == place) {
				return false
			}
		}
		return len(head) >= 8
	}
}

// startsRecord reports whether a file starts with a record of TFRecord: its length, and a
// masked checksum of that.
func startsRecord(head []byte) bool {
	const mask = 0xa282ead8
	if len(head) < 12 {
		return false
	}
	sum := crc32.Checksum(head[:8], crc32.MakeTable(crc32.Castagnoli))
	return binary.LittleEndian.Uint32(head[8:]) == (sum>>15|sum<<17)+mask
}

// startsTensors reports whether a file starts as safetensors do, with the length of a header
// that is an object of JSON.
func startsTensors(head []byte) bool {
	const most = 1 << 32 // far more than any header takes, and so a zero in text
	return len(head) > 9 && binary.LittleEndian.Uint64(head) < most && head[8] == '{' && head[9] == '"'
}

// startsMessagePack reports whether a file starts with an array or a map of MessagePack, or one
// in the other, whose first element is a text.
func startsMessagePack(head []byte) bool {
	sizes := map[byte]int{0xdc: 2, 0xdd: 4, 0xde: 2, 0xdf: 4} // of longer counts
	containers := 0
	for ; len(head) > 0 && (head[0]&0xe0 == 0x80 || sizes[head[0]] > 0); containers++ {
		head = head[min(len(head), 1+sizes[head[0]]):]
	}
	if containers == 0 || len(head) < 2 {
		return false
	}
	length, text := int(head[0]&0x1f), head[1:]
	if head[0] == 0xd9 {
		length, text = int(head[1]), head[2:]
	} else if head[0]&0xe0 != 0xa0 {
		return false
	}
	return length > 0 && len(text) >= length && !bytes.ContainsFunc(text[:length], func(r rune) bool { return r < ' ' || r > '~' })
}
