package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// table defines a read-only table of n values and returns its address.
func table(name string, n int, value func(i int) Constant) Mem {
	data := GLOBL(name, RODATA|NOPTR)
	for i, offset := 0, 0; i < n; i++ {
		v := value(i)
		DATA(offset, v)
		offset += v.Bytes()
	}
	return data
}

// shuffleTable defines a 16-byte VPSHUFB table. The table is stored twice, once for each half of a
// 256-bit register.
func shuffleTable(name string, bytes map[int]uint8) Mem {
	return table(name, 32, func(i int) Constant { return U8(bytes[i%16]) })
}

// wordTable defines a VPERMW table of 32 words.
func wordTable(name string, words map[int]uint16) Mem {
	return table(name, 32, func(i int) Constant { return U16(words[i]) })
}
