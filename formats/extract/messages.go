package extract

import "bytes"

// reply returns the content of the last message of the assistant in a chat, which is a list of JSON
// objects with a role and a content. The grid in a question must not count as an answer. A chat
// without an answer has an empty reply; any other text is returned unchanged.
func reply(text []byte) []byte {
	at := skipSpace(text, 0)
	if at == len(text) || text[at] != '[' {
		return text
	}
	var content []byte
	isChat := false
	for at = skipSpace(text, at+1); at < len(text) && text[at] == '{'; at = skipSpace(text, at) {
		m, end := readMessage(text, at)
		if m.role != nil {
			isChat = true
		}
		if is(bytes.Trim(m.role, `"`), "assistant") {
			content = m.content
		}
		if at = skipSpace(text, end); at < len(text) && text[at] == ',' {
			at++
		}
	}
	if isChat {
		return content
	}
	return text
}

// message holds the values of a message as JSON.
type message struct{ role, content []byte }

// readMessage reads the object at a place and returns the place after it.
func readMessage(text []byte, at int) (m message, end int) {
	for at = skipSpace(text, at+1); at < len(text) && text[at] == '"'; at = skipSpace(text, at) {
		keyEnd := skipValue(text, at)
		key := bytes.Trim(text[at:keyEnd], `"`)
		at = skipSpace(text, keyEnd)
		if at == len(text) || text[at] != ':' {
			return m, at
		}
		at = skipSpace(text, at+1)
		valueEnd := skipValue(text, at)
		switch value := text[at:valueEnd]; string(key) {
		case "role":
			m.role = value
		case "content":
			m.content = bytes.Trim(value, `"`)
		}
		if at = skipSpace(text, valueEnd); at < len(text) && text[at] == ',' {
			at++
		}
	}
	return m, min(at+1, len(text))
}

// skipValue returns the end of the JSON value at a place.
func skipValue(text []byte, at int) int {
	for depth := 0; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return min(at+1, len(text))
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return at + 1
			}
			if depth < 0 {
				return at
			}
		case ',':
			if depth == 0 {
				return at
			}
		}
	}
	return len(text)
}

// skipSpace returns the first place from at on that is not white space.
func skipSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}
