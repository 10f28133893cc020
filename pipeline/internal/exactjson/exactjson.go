// Package exactjson reads and writes the JSON files that gridmill stores with its results. Equal
// values always have the same encoding. Decode rejects unknown fields and data after the value.
package exactjson

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Encode returns value as indented JSON that ends with a newline. Map keys are sorted.
func Encode(value any) []byte {
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		panic(err) // only a bug can cause this error
	}
	return append(text, '\n')
}

// WriteList writes value as Encode does, and puts items into the given field, which must be an
// empty array in value. To save memory, it encodes one item at a time.
func WriteList[T any](to io.Writer, value any, field string, items []T) error {
	text, list := Encode(value), []byte(`"`+field+`": []`)
	if len(items) == 0 {
		_, err := to.Write(text)
		return err
	}
	at := bytes.LastIndex(text, list) + len(list) - 1
	out := bufio.NewWriter(to)
	_, _ = out.Write(text[:at]) // Flush returns the first error
	separator := "\n  "
	for i := range items {
		item, err := json.MarshalIndent(&items[i], "  ", " ")
		if err != nil {
			return err
		}
		_, _ = out.WriteString(separator)
		_, _ = out.Write(item)
		separator = ",\n  "
	}
	_, _ = out.WriteString("\n ")
	_, _ = out.Write(text[at:])
	return out.Flush()
}

// Decode decodes text into value. Numbers in fields of type any become json.Number, so they keep
// all digits. Decode rejects unknown fields and data after the value.
func Decode(text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the JSON value is followed by other data")
	}
	return nil
}
