package filekind

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// startsAny returns a function that reports whether a file starts with one of the given strings.
func startsAny(starts ...string) func([]byte) bool {
	return func(head []byte) bool { return startsWith(head, starts...) }
}

func startsWith(head []byte, starts ...string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return bytes.HasPrefix(head, []byte(start)) })
}

// trimStart returns head without a byte-order mark and white space at its start.
func trimStart(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark)), " \t\r\n")
}

// startsObject reports whether text starts with a JSON object.
func startsObject(head []byte) bool {
	object, found := bytes.CutPrefix(trimStart(head), []byte("{"))
	object = bytes.TrimLeft(object, " \t\r\n")
	return found && (len(object) == 0 || object[0] == '"' || object[0] == '}')
}

// startsArray reports whether text starts with an array of objects. An array of other values may be
// a line with a grid.
func startsArray(head []byte) bool {
	array, found := bytes.CutPrefix(trimStart(head), []byte("["))
	return found && startsObject(array)
}

// IsUndecided reports whether the start of a stream is too short to tell whether it is JSON.
func IsUndecided(head []byte) bool {
	return len(bytes.TrimLeft(bytes.TrimPrefix(trimStart(head), []byte("[")), " \t\r\n")) == 0
}

// startsZstd reports whether a file starts with a Zstandard frame, or with a skippable frame as
// written by pzstd. The lowest four bits of the first byte of a skippable frame can have any value.
func startsZstd(head []byte) bool {
	return startsWith(head, "\x28\xb5\x2f\xfd") || len(head) > 0 && head[0]&^0xf == 0x50 && startsWith(head[1:], "\x2a\x4d\x18")
}

// startsBzip2 reports whether a file starts with a bzip2 stream: a level, followed by a block or the
// end of the stream.
func startsBzip2(head []byte) bool {
	return len(head) > 4 && startsWith(head, "BZh") && head[3]-'1' < 9 && (head[4] == 0x31 || head[4] == 0x17)
}

// startsPickle reports whether a file starts with the header of a pickle of protocol 2 to 5.
func startsPickle(head []byte) bool {
	return len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5
}

// startsPage reports whether text starts with a tag of a web page.
func startsPage(head []byte) bool {
	return startsWith(bytes.ToLower(trimStart(head)), "<!doctype html", "<html", "<head", "<body")
}
