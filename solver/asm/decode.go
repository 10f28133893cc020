package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What package literals knows as well, see decode_streams.go and decode_table.go there.
const (
	decodedStreams = 4
	looksTogether  = 5
	bitsTogether   = 57
	roomTogether   = 32
	tableBits      = 11
	// Where the fields of streamReaders and of a table's entries are.
	readersSrc, readersLeft, readersAt, readersEnd = 0, 24 * decodedStreams, 32 * decodedStreams, 40 * decodedStreams
	entryCount, entrySymbols                       = 8, 16
)

// writeDecodeStreams writes the function that decodes four streams side by side. A look
// into the table waits for the one before it in its stream, and fills the time with those
// of the others; nothing in it is a jump. Each look stores eight bytes, of which the next
// one overwrites what are no symbols.
func writeDecodeStreams() {
	TEXT("decodeStreamsBMI2", NOSPLIT, "func(dst *byte, entries, readers *byte)")
	param := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	dst, entries, readers := param("dst"), param("entries"), param("readers")
	field := func(offset, size, stream int) Mem { return Mem{Base: readers, Disp: offset + size*stream} }
	var at, word [decodedStreams]reg.GPVirtual
	for i := range at {
		at[i], word[i] = GP64(), GP64()
		MOVQ(field(readersAt, 8, i), at[i])
		ADDQ(dst, at[i])
	}

	Label("together")
	for i := range at {
		last := GP64()
		CMPQ(field(readersLeft, 8, i), Imm(bitsTogether))
		JL(LabelRef("stop"))
		MOVQ(field(readersEnd, 8, i), last)
		LEAQ(Mem{Base: dst, Index: last, Scale: 1, Disp: -roomTogether}, last)
		CMPQ(at[i], last)
		JG(LabelRef("stop"))
	}
	for i := range at {
		left, end, src := GP64(), GP64(), GP64()
		MOVQ(field(readersLeft, 8, i), left)
		MOVQ(field(readersSrc, 24, i), src)
		LEAQ(Mem{Base: left, Disp: 7}, end)
		SHRQ(Imm(3), end)
		NEGQ(left)
		ANDL(Imm(7), left.As32())
		SHLXQ(left, Mem{Base: src, Index: end, Scale: 1, Disp: -8}, word[i])
		ORQ(Imm(1), word[i]) // which is not read, and tells how many bits were
	}
	for range looksTogether {
		for i := range at {
			entry, count := GP64(), GP64()
			MOVQ(word[i], entry)
			SHRQ(Imm(64-tableBits), entry)
			MOVBLZX(Mem{Base: entries, Index: entry, Scale: 8, Disp: entryCount / 8}, count.As32())
			MOVQ(Mem{Base: entries, Index: entry, Scale: 8}, entry)
			SHLXQ(entry, word[i], word[i])
			SHRQ(Imm(entrySymbols), entry)
			MOVQ(entry, Mem{Base: at[i]})
			ADDQ(count, at[i])
		}
	}
	for i := range at {
		taken := GP64()
		TZCNTQ(word[i], taken)
		SUBQ(taken, field(readersLeft, 8, i))
	}
	JMP(LabelRef("together"))

	Label("stop")
	for i := range at {
		SUBQ(dst, at[i])
		MOVQ(at[i], field(readersAt, 8, i))
	}
	RET()
}
