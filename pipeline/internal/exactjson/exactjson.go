// Package exactjson reads and writes the JSON files that gridmill stores next to parts. Equal
// values always have the same encoding. Decode rejects unknown fields and additional data.
package exactjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Encode returns value as indented JSON that ends with a newline. Map keys are sorted.
func Encode(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(value); err != nil {
		panic(err) // only a bug can cause this error
	}
	return text.Bytes()
}

// Decode decodes text into value. It keeps numbers as written and rejects unknown or trailing data.
func Decode(text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("it is followed by other data")
	}
	return nil
}
