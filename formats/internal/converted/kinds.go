package converted

// The last field of each row that is made says what its other fields are: it has a letter
// for each. That of the header has the Types of the columns instead.

// The kinds of single values.
const (
	IsNull byte = 'n' // no value
	IsText byte = 't'
	IsJSON byte = 'j' // a number, a truth value, an array or an object, as JSON has it
)

// A Type is what all values of a column are, where its format says so.
type Type byte

// The types of columns. Numbers are of the given bits, and whatever has no type of its own
// here is text.
const (
	Text    Type = 't'
	Bool    Type = 'b'
	Int32   Type = 'i'
	Uint32  Type = 'u'
	Int64   Type = 'l'
	Uint64  Type = 'm'
	Float32 Type = 'f'
	Float64 Type = 'd'
	// Other is a type that becomes text, such as that of dates, decimals or lists.
	Other Type = 'o'
)

// Kind returns the kind of a value in a column of the type.
func (t Type) Kind(null bool) byte {
	switch {
	case null:
		return IsNull
	case t == Text, t == Other:
		return IsText
	}
	return IsJSON
}
