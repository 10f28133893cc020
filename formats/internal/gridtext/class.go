package gridtext

import (
	"cmp"
	"fmt"
	"strings"
)

// A Class is a Reason without the facts that differ from row to row, such as a position. There are
// only a few classes, so counting them takes little memory for any input.
type Class struct {
	Kind Kind
	n    int32 // length of a value, or a character
}

// Class returns the class of a reason.
func (r Reason) Class() Class {
	if f, i := r.Kind.shared(); f != nil {
		return Class{r.Kind, min([...]int32{r.A, r.B, r.C}[i], f.most)}
	}
	return Class{Kind: r.Kind}
}

// Code returns the class in its stored form: the name of its kind, and the fact shared by all rows
// of the class.
func (c Class) Code() string {
	code := []byte(kinds[c.Kind].name)
	switch f, _ := c.Kind.shared(); {
	case f == nil:
	case c.n >= f.most:
		code = append(f.appendName(code), f.many...)
	default:
		code = f.append(code, c.n)
	}
	return string(code)
}

// ParseClass parses a code. It accepts only what Code returns.
func ParseClass(code string) (Class, bool) {
	name, _, _ := strings.Cut(code, " ")
	c := Class{Kind: kindNamed([]byte(name))}
	if f, _ := c.Kind.shared(); f != nil {
		if c.n = f.most; c.Code() != code {
			c.n, _, _ = f.cut([]byte(code[len(name):]))
		}
	}
	if c.Kind == NoReason || c.Code() != code {
		return Class{}, false
	}
	return c, true
}

// String returns the class in English.
func (c Class) String() string {
	k := &kinds[c.Kind]
	if f, _ := c.Kind.shared(); f != nil {
		return fmt.Sprintf(k.class, f.words(c.n, c.n >= f.most))
	}
	return k.class
}

// Compare orders classes.
func (c Class) Compare(other Class) int {
	return cmp.Or(cmp.Compare(c.Kind, other.Kind), cmp.Compare(c.n, other.n))
}

// LostZeros reports whether rows of the class may be grids that were read as numbers, which padding
// repairs.
func (c Class) LostZeros() bool { return c.Kind == LostZeros }
