package converted

import (
	"bytes"
	"strconv"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// MaxRecord is the longest record that is converted, in bytes, and the longest row that
// comes of one.
const MaxRecord = scan.MaxRow

// pieceSize is about how many bytes of CSV are made at once.
const pieceSize = 64 << 10

// output is rows of CSV that were made and not read yet.
type output struct {
	buf     []byte
	row     int    // where the current row starts
	kinds   []byte // of the values of the current row, or the types of columns in the header
	columns int    // of the header
	rows    int64  // that were ended, without the header
}

func (o *output) reset() { o.buf, o.row, o.kinds = o.buf[:0], 0, o.kinds[:0] }

// drop removes what stands there of a row that was not ended.
func (o *output) drop() { o.buf, o.kinds = o.buf[:o.row], o.kinds[:0] }

// full reports whether enough rows were made for one call.
func (o *output) full() bool { return len(o.buf) >= pieceSize }

// header makes the first row, of columns whose values are text unless types says otherwise.
func (o *output) header(names []string, types []Type) {
	for i, name := range names {
		t := Text
		if types != nil {
			t = types[i]
		}
		o.add([]byte(name), byte(t))
	}
	o.columns = len(names)
	o.end()
	o.rows = 0
}

// add adds a field of some kind to the current row.
func (o *output) add(value []byte, kind byte) {
	o.kinds = append(o.kinds, kind)
	if len(value) > 0 && value[0] == faultMark {
		// Only rows that stand for damaged records start so.
		o.buf = append(appendInQuotes(o.buf, value), ',')
		return
	}
	o.buf = append(scan.AppendQuoted(o.buf, value, ','), ',')
}

// end ends the current row with the kinds of its values.
func (o *output) end() {
	o.buf = append(append(o.buf, o.kinds...), '\n')
	if len(o.buf)-o.row > MaxRecord {
		o.reject(TooLong, 0, nil)
		return
	}
	o.kinds = o.kinds[:0]
	o.row = len(o.buf)
	o.rows++
}

// A Fault is why no row could be made of a record.
type Fault byte

// The faults of records.
const (
	NotJSON      Fault = 'J'
	NoNumber     Fault = 'N' // NaN or an infinity in a list or an object
	SingleQuotes Fault = 'Q' // as Python prints strings
	TooLong      Fault = 'L'
	RepeatedKey  Fault = 'K' // which of its values is meant cannot be known
)

// faultMark starts a row that stands for a record with a fault: it is followed by the
// Fault, the position of what is wrong, and in another field by the record as it stood.
const faultMark = '\x00'

// keptOfFault is how many bytes of a damaged record are kept to show it.
const keptOfFault = 1 << 16

// reject makes the current row stand for a record with a fault. It has another number of
// fields than good rows, so that nothing takes it for one.
func (o *output) reject(f Fault, position int, record []byte) {
	o.kinds = o.kinds[:0]
	o.buf = append(o.buf[:o.row], faultMark, byte(f))
	o.buf = append(strconv.AppendInt(o.buf, int64(position), 10), ',')
	o.buf = appendInQuotes(o.buf, record[:min(len(record), keptOfFault)])
	if o.columns == 1 { // and the kind of its values
		o.buf = append(o.buf, ',')
	}
	o.buf = append(o.buf, '\n')
	o.row = len(o.buf)
	o.rows++
}

// FaultOf returns the fault of the record for which a row stands, the position of what is
// wrong in it, from 1, and the record as it stood, or as much as was kept of it. It returns
// 0 for a row without a fault.
func FaultOf(row []byte) (f Fault, position int, record []byte) {
	if len(row) < 2 || row[0] != faultMark {
		return 0, 0, nil
	}
	number, rest, _ := bytes.Cut(row[2:], []byte{','})
	position, _ = strconv.Atoi(string(number))
	return Fault(row[1]), position, scan.AppendUnquoted(nil, bytes.TrimSuffix(rest, []byte{','}))
}

// appendInQuotes appends a value as a field in quotes.
func appendInQuotes(dst, value []byte) []byte {
	dst = append(dst, '"')
	dst = append(dst, bytes.ReplaceAll(value, []byte{'"'}, []byte{'"', '"'})...)
	return append(dst, '"')
}
