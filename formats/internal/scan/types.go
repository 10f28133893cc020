package scan

// A Type is what a column holds in formats that have numbers. Whatever is neither a number nor
// a truth value is text there, in the form that it has in CSV.
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

// String returns the name of the type as Apache Arrow has it, or text.
func (t Type) String() string {
	return [...]string{
		Text: "text", Bool: "bool", Int32: "int32", Uint32: "uint32", Int64: "int64",
		Uint64: "uint64", Float32: "float32", Float64: "float64",
	}[t]
}

// KindOf returns the kind of a value of the type.
func (t Type) KindOf(null bool) byte {
	switch {
	case null:
		return NullField
	case t == Text:
		return TextField
	}
	return JSONField
}

// A TypedColumn is a column of rows that have types.
type TypedColumn struct {
	Name string
	Type Type
	// Mixed says that values are something else than texts although the type says text, as
	// those of dates and lists are.
	Mixed bool
}
