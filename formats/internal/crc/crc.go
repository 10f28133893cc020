// Package crc sums up pages of Parquet twice as fast as the standard library,
// where the processor has wide multiplications without carries.
package crc

import "hash/crc32"

// Sum returns the CRC-32 of a page, with the polynomial of IEEE.
func Sum(body []byte) uint32 {
	var folded [64]byte
	n := fold(&folded, body)
	if n == 0 {
		return crc32.ChecksumIEEE(body)
	}
	remainder := uint32(0) // as the one to begin with is folded already
	for _, b := range folded {
		remainder = crc32.IEEETable[byte(remainder)^b] ^ remainder>>8
	}
	return crc32.Update(^remainder, crc32.IEEETable, body[n:])
}
