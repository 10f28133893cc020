package gridtext

import (
	"bytes"
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// Reason says why a row is invalid or, if Kind is ClueRepeats, which clue of a valid row repeats in
// a house. All other rows have the zero Reason. A Reason holds only numbers, so that invalid rows
// cause no allocations.
type Reason struct {
	Kind    Kind
	A, B, C int32 // their meaning depends on the kind
}

// Repeats returns the reason for a puzzle whose clues contradict each other.
func Repeats(r solver.Repeat) Reason {
	return Reason{Kind: ClueRepeats, A: int32(r.Digit), B: int32(r.House)}
}

// Malformed reports whether the row could not be split into its fields.
func (r Reason) Malformed() bool {
	switch r.Kind {
	case WrongFields, BadQuotes, RowTooLong, BadJSON, RepeatedKey:
		return true
	}
	return false
}

// Code returns the reason in its stored form: the name of its kind, then facts such as "length=78".
func (r Reason) Code() string { return string(r.AppendCode(nil)) }

// AppendCode appends the code to dst. For the zero Reason, it appends nothing.
func (r Reason) AppendCode(dst []byte) []byte {
	if r.Kind == NoReason {
		return dst
	}
	k := &kinds[r.Kind]
	dst = append(dst, k.name...)
	values := [...]int32{r.A, r.B, r.C}
	for i := range k.facts {
		dst = k.facts[i].append(dst, values[i])
	}
	return dst
}

// ParseReason parses a code written by AppendCode. It returns false for any other text.
func ParseReason(code []byte) (Reason, bool) {
	name, rest, _ := bytes.Cut(code, []byte{' '})
	r := Reason{Kind: NumKinds - 1}
	for r.Kind > NoReason && r.Kind.String() != string(name) {
		r.Kind--
	}
	values := [...]*int32{&r.A, &r.B, &r.C}
	for i, f := range kinds[r.Kind].facts {
		var fact []byte
		fact, rest, _ = bytes.Cut(rest, []byte{' '})
		*values[i] = f.parse(fact)
	}
	var again [96]byte
	if r.Kind == NoReason || !bytes.Equal(r.AppendCode(again[:0]), code) {
		return Reason{}, false
	}
	return r, true
}

// MarshalText implements encoding.TextMarshaler. It returns the code.
func (r Reason) MarshalText() ([]byte, error) { return r.AppendCode(nil), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It rejects what ParseReason rejects.
func (r *Reason) UnmarshalText(code []byte) error {
	parsed, known := ParseReason(code)
	if !known {
		return fmt.Errorf("unknown reason code %q", code)
	}
	*r = parsed
	return nil
}

// String returns the reason in English.
func (r Reason) String() string {
	k := &kinds[r.Kind]
	var words []any
	values := [...]int32{r.A, r.B, r.C}
	for i := range k.facts {
		words = append(words, k.facts[i].words(values[i]))
	}
	return fmt.Sprintf(k.text, words...)
}
