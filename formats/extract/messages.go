package extract

import (
	"bytes"
	"iter"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
)

// IsChat reports whether text is a chat: a JSON array of objects, the first of which has the key
// "role" or, in the ShareGPT format, "from".
func IsChat(text []byte) bool {
	for m := range messages(text, "") {
		return m.role != nil
	}
	return false
}

// messages iterates over the messages with the given role in an array, or over all objects if the
// role is empty. It stops at the first element that is not an object.
func messages(text []byte, role string) iter.Seq[message] {
	return func(yield func(message) bool) {
		var m message
		text, isArray := bytes.CutPrefix(text[jsontext.SkipSpace(text, 0):], []byte{'['})
		for at := jsontext.SkipSpace(text, 0); isArray && at < len(text) && text[at] == '{'; at = skipCommas(text, at) {
			if m, at = readMessage(text, at); (role == "" || m.isFrom(role)) && !yield(m) {
				return
			}
		}
	}
}

// message holds the JSON values of a message, or of a part of its content. kind and text have no
// quotes. calls is set for a message, and call for a part.
type message struct{ role, content, kind, text, calls, call []byte }

// parts iterates over the parts of a message's content, except those with reasoning. Content
// without parts, such as a JSON string, counts as a single part.
func (m *message) parts(yield func(message) bool) {
	hasParts := false
	for part := range messages(m.content, "") {
		hasParts = hasParts || part.kind != nil || part.text != nil
		if !is(part.kind, "reasoning") && !is(part.kind, "thinking") && !yield(part) {
			return
		}
	}
	if !hasParts {
		yield(message{text: unquoted(m.content)})
	}
}

// isFrom reports whether a message has the given role, or the ShareGPT name of that role.
func (m *message) isFrom(role string) bool {
	name := unquoted(m.role)
	return is(name, role) || is(name, "gpt") && role == assistant || is(name, "human") && role == user
}

// unquoted returns a JSON value, without its quotes if it is a string.
func unquoted(value []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimPrefix(value, []byte{'"'}), []byte{'"'})
}

// readMessage reads the object at the given position and returns the position after it.
func readMessage(text []byte, at int) (m message, end int) {
	for at = jsontext.SkipSpace(text, at+1); at < len(text) && text[at] == '"'; at = skipCommas(text, end) {
		keyEnd := valueEnd(text, at)
		key := unquoted(text[at:keyEnd])
		at = jsontext.SkipSpace(text, keyEnd)
		if at == len(text) || text[at] != ':' {
			return m, at
		}
		at = jsontext.SkipSpace(text, at+1)
		end = valueEnd(text, at)
		switch value := text[at:end]; string(key) {
		case "role", "from":
			m.role = value
		case "content", "value":
			m.content = value
		case "text":
			m.text = unquoted(value)
		case "type":
			m.kind = unquoted(value)
		case "tool_calls", "function_call":
			if bytes.IndexByte(value, '{') >= 0 { // not null or []
				m.calls = value
			}
		case "input", "args", "arguments", "parameters", "function", "toolUse":
			if bytes.IndexByte(value, '{') >= 0 {
				m.call = value
			}
		}
	}
	return m, min(at+1, len(text))
}

// skipCommas returns the position after white space and commas.
func skipCommas(text []byte, at int) int {
	return len(text) - len(bytes.TrimLeft(text[at:], ", \n\r\t"))
}

// valueEnd returns the position after the JSON value at the given position. Outputs may be cut off,
// so the value can also end where the text ends.
func valueEnd(text []byte, at int) int {
	if end, _, whole := jsontext.ValueEnd(text, at, 0); whole {
		return end
	}
	return len(text)
}
