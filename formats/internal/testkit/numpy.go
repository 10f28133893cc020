package testkit

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// NPY returns a NumPy array. descr is its type as a Python literal, and order is True if the array
// is stored in column-major order.
func NPY(descr, order, shape, data string) string {
	header := fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': (%s), }", descr, order, shape)
	header += strings.Repeat(" ", 63-(len(header)+10)%64) + "\n"
	return string(binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))) + header + data
}
