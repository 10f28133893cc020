package keys

// A Row is what a record of a key stores about its row, most significant first: whether the key
// is one of a neighbour, the number of the file, the line in it, and the set that the row
// belongs to. So rows with equal keys are in the order of the files.
type Row uint64

// The largest numbers that a Row can hold.
const (
	MaxSet  = 1<<setBits - 1
	MaxLine = 1<<lineBits - 1
	MaxFile = 1<<fileBits - 1
)

const (
	setBits, lineBits, fileBits = 7, 36, 20

	neighbourRow Row = 1 << (setBits + lineBits + fileBits)
)

// NewRow returns a row.
func NewRow(file int, line int64, set int) Row {
	return Row(file)<<(setBits+lineBits) | Row(line)<<setBits | Row(set)
}

// OfNeighbour returns the row marked as belonging to the key of a neighbour.
func (r Row) OfNeighbour() Row { return r | neighbourRow }

// IsNeighbour reports whether the row belongs to the key of a neighbour.
func (r Row) IsNeighbour() bool { return r&neighbourRow != 0 }

// File returns the number of the file.
func (r Row) File() int { return int(r >> (setBits + lineBits) & MaxFile) }

// Line returns the line in the file.
func (r Row) Line() int64 { return int64(r >> setBits & MaxLine) }

// Set returns the set that the row belongs to.
func (r Row) Set() int { return int(r & MaxSet) }

// place returns the row without the mark of neighbours.
func (r Row) place() Row { return r &^ neighbourRow }
