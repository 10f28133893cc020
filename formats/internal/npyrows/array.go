package npyrows

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

const (
	cells = 81
	// headSize is the maximum size in bytes of the read buffer. The buffer has room for the
	// sampleRows rows that findBlank examines.
	headSize   = 256 << 10
	sampleRows = 100
)

// An array is a NumPy array that is read row by row.
type array struct {
	name string // name of the member without .npy; empty if the array is not in an archive
	header
	file  io.ReadCloser
	in    *bufio.Reader // reads the rows from file; set by start
	blank int64         // in an array of numbers, the number that stands for a blank
	full  bool          // the first grids have no blanks
}

// start reads the header and determines which number is a blank, unless blanks specifies it.
func (a *array) start(blanks string) (err error) {
	if a.header, err = readHeader(a.file); err != nil {
		return err
	}
	if a.in = bufio.NewReaderSize(a.file, int(min(a.rows*int64(a.rowSize()), headSize))); a.width != cells {
		return nil
	}
	n := int(min(a.rows, sampleRows))
	sample, _ := a.in.Peek(n * a.rowSize()) // if the read fails, Fill returns the error
	return a.findBlank(sample, blanks)
}

func (a *array) rowSize() int { return a.width * a.size }

// findBlank sets a.blank, the number for a blank, to blanks. If blanks is empty, the first rows
// indicate the number. Usually, 0 is a blank, and 1 to 9 are digits. In data for Hierarchical
// Reasoning Models, 1 is a blank, and 2 to 10 are digits. If blanks is empty, findBlank rejects
// full grids of 0 to 8, and arrays in which no row matches either form.
func (a *array) findBlank(sample []byte, blanks string) error {
	var fits, empty [2]int // fits[n] counts the valid rows in which n is the blank; empty[n] counts the cells that hold n
	sample = sample[:len(sample)-len(sample)%a.rowSize()]
	other, fromZero := int64(0), len(sample) > 0
	for row := range slices.Chunk(sample, a.rowSize()) {
		var counts [11]int
		outside := false
		for at := 0; at < len(row); at += a.size {
			if n := a.integer(row[at:]); n < 0 || n > 10 {
				outside, other = true, n
			} else {
				counts[n]++
			}
		}
		switch blank := min(counts[10], 1); {
		case outside:
		case blank == 1 && (counts[0] > 0 || counts[10] > 9): // 10 stands for the digit 9, which occurs at most nine times
			other = 10
		default:
			fits[blank]++
			empty[0] += counts[0]
			empty[1] += counts[1]
		}
		fromZero = fromZero && counts == [11]int{9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0}
	}
	switch {
	case blanks == "1", blanks == "" && fits[1] > 0 && fits[1] >= fits[0]:
		a.blank = 1
	case blanks == "" && fromZero:
		return unusable("its full grids contain the numbers 0 to 8 instead of 1 to 9; add 1 to each cell")
	case blanks == "" && fits[0] == 0 && other != 0:
		return unusable("its grids contain numbers such as %d, but cells must be 0 to 9 (0 is blank) or 1 to 10 (1 is blank)", other)
	}
	a.full = fits[a.blank] > 0 && empty[a.blank] == 0
	return nil
}

// decode returns the span of a row's text. A row of type S is already text. For other rows, decode
// appends the text to b.Bytes.
func (a *array) decode(b *scan.Block, row scan.Span) scan.Span {
	data := b.Text(row)
	start := uint32(len(b.Bytes))
	switch a.kind {
	case 'S':
		row.End = row.Start + uint32(len(bytes.TrimRight(data, "\x00")))
		return row
	case 'U': // UTF-32
		end := len(bytes.TrimRight(data, "\x00")) // may be inside the last character
		for at := 0; at < end; at += 4 {
			b.Bytes = utf8.AppendRune(b.Bytes, rune(a.order.Uint32(data[at:])))
		}
	default:
		b.Bytes = a.appendGrid(b.Bytes, data)
	}
	return scan.Span{Start: start, End: uint32(len(b.Bytes))}
}

// appendGrid appends a row as a grid or, if a number in the row is not a valid cell, as a list.
func (a *array) appendGrid(dst, row []byte) []byte {
	start := len(dst)
	dst = slices.Grow(dst, cells)
	for at := 0; at < len(row); at += a.size {
		n := uint64(a.integer(row[at:]) - a.blank)
		if n > 9 {
			return a.appendList(dst[:start], row)
		}
		dst = append(dst, '0'+byte(n))
	}
	return dst
}

// appendList appends a row as a list of numbers. If 0 is not a blank, it is written as 00, so that
// a list of 81 digits does not look like a grid.
func (a *array) appendList(dst, row []byte) []byte {
	dst = append(dst, '[')
	for at := 0; at < len(row); at += a.size {
		if at > 0 {
			dst = append(dst, ", "...)
		}
		switch n := a.integer(row[at:]); {
		case n == 0 && a.blank != 0:
			dst = append(dst, "00"...)
		case a.kind == 'u':
			dst = strconv.AppendUint(dst, uint64(n), 10)
		default:
			dst = strconv.AppendInt(dst, n, 10)
		}
	}
	return append(dst, ']')
}

// integer returns an element of an array of integers. Elements that overflow int64 become negative.
func (a *array) integer(element []byte) int64 {
	var n int64
	switch a.size {
	case 1:
		n = int64(element[0])
	case 2:
		n = int64(a.order.Uint16(element))
	case 4:
		n = int64(a.order.Uint32(element))
	default:
		n = int64(a.order.Uint64(element))
	}
	if shift := 64 - 8*a.size; a.kind == 'i' {
		n = n << shift >> shift
	}
	return n
}
