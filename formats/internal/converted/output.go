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
	row     int   // where the current row starts
	columns int   // of the header
	rows    int64 // that were ended, without the header
}

func (o *output) reset() { o.buf, o.row = o.buf[:0], 0 }

// drop removes what stands there of a row that was not ended.
func (o *output) drop() { o.buf = o.buf[:o.row] }

// full reports whether enough rows were made for one call.
func (o *output) full() bool { return len(o.buf) >= pieceSize }

// header makes the first row.
func (o *output) header(names []string) {
	for _, name := range names {
		o.add([]byte(name))
	}
	o.columns = len(names)
	o.end()
	o.rows = 0
}

// add adds a field to the current row.
func (o *output) add(value []byte) {
	if len(value) > 0 && value[0] == faultMark {
		// Only rows that stand for damaged records start so.
		o.buf = append(appendInQuotes(o.buf, value), ',')
		return
	}
	o.buf = append(scan.AppendQuoted(o.buf, value, ','), ',')
}

// end ends the current row. An empty field alone needs quotes, as an empty line is no row.
func (o *output) end() {
	if len(o.buf) == o.row+1 {
		o.buf = append(o.buf[:o.row], `"",`...)
	}
	if len(o.buf)-o.row > MaxRecord {
		o.reject(TooLong, 0, nil)
		return
	}
	o.buf[len(o.buf)-1] = '\n'
	o.row = len(o.buf)
	o.rows++
}

// A Fault is why no row could be made of a record.
type Fault byte

// The faults of records.
const (
	NotJSON     Fault = 'J'
	TooLong     Fault = 'L'
	RepeatedKey Fault = 'K' // which of its values is meant cannot be known
)

// faultMark starts a row that stands for a record with a fault: it is followed by the
// Fault, the position of what is wrong, and in another field by the record as it stood.
const faultMark = '\x00'

// keptOfFault is how many bytes of a damaged record are kept to show it.
const keptOfFault = 1 << 16

// reject makes the current row stand for a record with a fault. It has another number of
// fields than good rows, so that nothing takes it for one.
func (o *output) reject(f Fault, position int, record []byte) {
	o.buf = append(o.buf[:o.row], faultMark, byte(f))
	o.buf = append(strconv.AppendInt(o.buf, int64(position), 10), ',')
	o.buf = appendInQuotes(o.buf, record[:min(len(record), keptOfFault)])
	if o.columns == 2 {
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
