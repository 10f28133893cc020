// Command asm writes the assembly that its argument names: "lanes" the kernels of
// the lane solver, see ../LANES.md, "parse" the reading of grids, "clues" the counting
// of their digits, and for package formats "rows" the parsing of rows, "plain" the filling of pages,
// and for the packages below it "huffman" the coding of grids and
// "decode" the way back, "crc" the checksums of
// pages and "snappy" their unpacking. "go generate" in the folder of each runs it.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	flag.Parse()
	ConstraintExpr("!purego")
	switch what := flag.Arg(0); what {
	case "lanes":
		writeLanes()
	case "parse":
		writeParseGrids()
	case "clues":
		writeCountClues()
	case "rows":
		writeParseRows()
	case "huffman":
		writeHuffman()
	case "decode":
		writeDecodeStreams()
	case "plain":
		writePlain()
	case "crc":
		writeCRC()
	case "snappy":
		writeSnappy()
	default:
		log.Fatalf("there is no assembly called %q; it is lanes, parse, clues, rows, plain, huffman, decode, crc or snappy", what)
	}
	Generate()
}

func writeLanes() {
	for _, m := range []*machine{{name: "AVX512", bytes: 64}, {name: "AVX2", bytes: 32}} {
		writePass(m)
		writeChoose(m)
	}
	writeUnload()
	writeLoad()
	writeParseAVX512()
	writeFormatAVX512()
	writeParseAVX2()
	writeFormatAVX2()
}
