// Command asm writes the assembly of packages below formats that its argument names: "rows"
// the parsing of rows of text, and "huffman" the coding of literals. "go generate" in the
// folder of each runs it.
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
	case "rows":
		writeParseRows()
	case "huffman":
		writeHuffman()
	default:
		log.Fatalf("there is no assembly called %q; it is rows or huffman", what)
	}
	Generate()
}
