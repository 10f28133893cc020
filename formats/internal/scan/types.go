package scan

// A Type is the type of a column in formats with typed values. All values except numbers and
// booleans are text, in the same form as in CSV.
type Type uint8

// The types of columns.
const (
	Text Type = iota
	Bool
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
)

// String returns the name of the type in Apache Arrow, or "text".
func (t Type) String() string {
	return [...]string{
		Text: "text", Bool: "bool", Int32: "int32", Uint32: "uint32", Int64: "int64",
		Uint64: "uint64", Float32: "float32", Float64: "float64",
	}[t]
}

// Kind returns the kind of a value of the type.
func (t Type) Kind() byte {
	if t == Text {
		return TextField
	}
	return JSONField
}

// A TypedColumn is a column of typed rows.
type TypedColumn struct {
	Name string
	Type Type
	// Mixed is set if the type is text but some values, such as dates and lists, are not text.
	Mixed bool
}
