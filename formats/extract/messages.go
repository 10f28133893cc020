package extract

import (
	"bytes"
	"iter"

	"github.com/gridmill/gridmill/formats/internal/jsontext"
)

// IsChat reports whether text is a chat: a JSON array of objects whose first object has the key
// "role" or, in the ShareGPT format, "from".
func IsChat(text []byte) bool {
	for m := range messages(text) {
		return m.role != nil
	}
	return false
}

// lastContent returns the content, in JSON, of the last message with the given role.
func lastContent(text []byte, role string) (content []byte) {
	for m := range messages(text) {
		if m.isFrom(role) {
			content = m.content
		}
	}
	return content
}

// messages iterates over the objects in an array, up to the first element that is not an object.
func messages(text []byte) iter.Seq[message] {
	return func(yield func(message) bool) {
		at := jsontext.SkipSpace(text, 0)
		if at == len(text) || text[at] != '[' {
			return
		}
		at = jsontext.SkipSpace(text, at+1)
		for at < len(text) && text[at] == '{' {
			m, end := readMessage(text, at)
			if m.moves == nil {
				m.moves = text[at:end]
			}
			if !yield(m) {
				return
			}
			if at = jsontext.SkipSpace(text, end); at < len(text) && text[at] == ',' {
				at = jsontext.SkipSpace(text, at+1)
			}
		}
	}
}

// message holds the JSON values of a message, or of a part of its content. text has no quotes. moves
// is the value that can hold moves: the tool calls or, if there are none, the whole message.
type message struct{ role, content, text, moves []byte }

// isFrom reports whether a message has the given role, or the ShareGPT name of that role.
func (m *message) isFrom(role string) bool {
	name := unquoted(m.role)
	return is(name, role) || is(name, "gpt") && role == assistant || is(name, "human") && role == user
}

// unquoted returns a JSON value, without its quotes if it is a string.
func unquoted(value []byte) []byte {
	if n := len(value) - 1; n > 0 && value[0] == '"' && value[n] == '"' {
		return value[1:n]
	}
	return value
}

// readMessage reads the object at the given position and returns the position after it.
func readMessage(text []byte, at int) (m message, end int) {
	for at = jsontext.SkipSpace(text, at+1); at < len(text) && text[at] == '"'; at = jsontext.SkipSpace(text, at) {
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
		case "tool_calls", "function_call":
			if bytes.IndexByte(value, '{') >= 0 {
				m.moves = value
			}
		}
		if at = jsontext.SkipSpace(text, end); at < len(text) && text[at] == ',' {
			at++
		}
	}
	return m, min(at+1, len(text))
}

// valueEnd returns the position after the JSON value at the given position. Outputs may be cut off,
// so the value can also end with the text.
func valueEnd(text []byte, at int) int {
	if end, _, whole := jsontext.ValueEnd(text, at, 0); whole {
		return end
	}
	return len(text)
}
