// Command asm writes the assembly of the lanes kernels: see ../LANES.md. From
// the solver's folder, "go generate" runs it.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("!purego")
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
	Generate()
}
