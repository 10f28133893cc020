package npyrows

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// An Array describes a NumPy file to write:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
type Array struct {
	Type  string // as NumPy writes it: "|u1" for bytes, "<i4" for int32
	Width int    // number of elements in a row, or 0 if the array has one dimension
}

const (
	npyMagic = "\x93NUMPY\x01\x00" // the version is 1.0
	// The total length of the magic string, version, length and header is a multiple of npyAligned.
	npyAligned = 64
	// npyGrowth is the number of digits that the first axis can have without moving the data.
	npyGrowth = 21
)

// AppendHeader appends the header that numpy.save writes for an array with the given number of
// rows.
func (a Array) AppendHeader(dst []byte, rows int64) []byte {
	length, second := strconv.FormatInt(rows, 10), ""
	if a.Width > 0 {
		second = " " + strconv.Itoa(a.Width)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s,%s), }%*s", a.Type, length, second, npyGrowth-len(length), "")
	before := len(npyMagic) + 2 + len(text) + 1
	text = fmt.Sprintf("%s%*s\n", text, npyAligned-before%npyAligned, "")
	dst = append(dst, npyMagic...)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(text)))
	return append(dst, text...)
}
