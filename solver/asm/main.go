// Command asm generates assembly. Its argument selects the code: "lanes" for the kernels of the
// lane solver (see ../LANES.md), "parse" for reading grids in package solver, "morph" for
// transforming grids in package morph, and "singles" for placing singles in package ladder. Run it
// with "go generate".
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
		"lanes": writeLanes, "parse": writeParseGrid, "morph": writeApplyMorph, "singles": writeSingles,
	}
	write := writers[flag.Arg(0)]
	if write == nil {
		log.Fatalf("unknown assembly %q; choose lanes, parse, morph or singles", flag.Arg(0))
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
	writeParseAVX512(avx512)
	writeFormatAVX512(avx512)
	writeParseAVX2(avx2)
	writeFormatAVX2(avx2)
}
