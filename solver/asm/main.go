// Command asm writes the assembly that its argument names. For package solver, "lanes" are the
// kernels of the lane solver (see ../LANES.md), "parse" reads grids, and "clues" counts their
// digits. For package morph, "morph" transforms grids. For package ladder, "singles" places
// singles. "go generate" runs it.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	flag.Parse()
	ConstraintExpr("!purego")
	writers := map[string]func(){
		"lanes": writeLanes, "parse": writeParseGrid, "clues": writeCountClues,
		"morph": writeApplyMorph, "singles": writeSingles,
	}
	write := writers[flag.Arg(0)]
	if write == nil {
		log.Fatalf("there is no assembly called %q; it is lanes, parse, clues, morph or singles", flag.Arg(0))
	}
	write()
	Generate()
}

func writeLanes() {
	avx512, avx2 := &machine{name: "AVX512", bytes: 64}, &machine{name: "AVX2", bytes: 32}
	bitalg := &machine{name: "BITALG", bytes: 64, bitalg: true}
	writePass(bitalg)
	writeChoose(bitalg)
	for _, m := range []*machine{avx512, avx2} {
		writePass(m)
		writeChoose(m)
		writeMerge(m)
		writeUnload(m)
		writeBranch(m)
		writeLoad(m)
	}
	writeParseAVX512()
	writeFormatAVX512()
	writeParseAVX2()
	writeFormatAVX2()
}
