// Command asm writes the assembly that its argument names: "lanes" the kernels of
// the lane solver, see ../LANES.md, and "parse" the reading of grids. From the
// solver's folder, "go generate" runs it for both.
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
		writeParseCells()
	default:
		log.Fatalf("there is no assembly called %q; it is lanes or parse", what)
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
