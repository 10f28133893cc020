package exactjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Encode returns a value as indented JSON that ends with a newline. Maps are sorted.
func Encode(value any) []byte {
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		panic(err) // only a defect can make a value that is no JSON
	}
	return append(text, '\n')
}

// Decode decodes JSON, and keeps numbers as they are written. It refuses unknown fields
// and anything behind the value.
func Decode(text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more behind its end")
	}
	return nil
}
