//go:generate go -C ../solver/asm run . -out ../../formats/crc_amd64.s crc

package formats

import "hash/crc32"

// crcOf returns the checksum of a page: CRC-32 with the polynomial of IEEE.
func crcOf(body []byte) uint32 {
	var folded [64]byte
	n := foldCRC(&folded, body)
	if n == 0 {
		return crc32.ChecksumIEEE(body)
	}
	remainder := uint32(0) // as the one to begin with is folded already
	for _, b := range folded {
		remainder = crc32.IEEETable[byte(remainder)^b] ^ remainder>>8
	}
	return crc32.Update(^remainder, crc32.IEEETable, body[n:])
}
