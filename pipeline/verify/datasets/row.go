package datasets

// A row is the split and the number of a row in it, from 0, as records of keys hold it: so
// rows with equal keys are in their order. Rows that are kept out are those of a split of
// their own, and their number is that of the file and the line.
type row uint64

const (
	splitBits, numberBits = 8, 64 - splitBits
	lineBits              = 40
	excludedSplit         = 1<<splitBits - 1
	maxSplits             = 100
	mostRows              = 1 << 50
)

func newRow(split int, number int64) row { return row(split)<<numberBits | row(number) }

func (r row) split() int    { return int(r >> numberBits) }
func (r row) number() int64 { return int64(r & (1<<numberBits - 1)) }
