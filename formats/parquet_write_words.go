package formats

import (
	"hash/crc32"
	"math/bits"

	"github.com/apache/arrow/go/v15/parquet"
)

// dictionary is what the pages of a column of words refer to. It is the same in every row
// group, so that workers need not agree on it.
type dictionary struct {
	page    sealedPage // the words; it stands before a row group's pages
	indices []int16    // where each of the column's words stands in it, or noIndex
	width   int        // bits of an index
}

// noIndex stands for a word that is none.
const noIndex = -1

// newDictionary returns the dictionary of a column of words. An empty word is none, unless
// the column always has one.
func newDictionary(c *ownColumn, codec *codec) *dictionary {
	d := &dictionary{page: sealedPage{kind: pageDictionary, encoding: parquet.Encodings.Plain}}
	var words []byte
	for _, w := range c.words {
		if w == "" && !c.always {
			d.indices = append(d.indices, noIndex)
			continue
		}
		d.indices = append(d.indices, int16(d.page.entries))
		d.page.entries++
		words = appendPlain(words, []byte(w))
	}
	d.width = bits.Len(uint(d.page.entries - 1))
	d.page.uncompressed, d.page.body = len(words), words
	if codec.compresses() {
		d.page.body = codec.compress(nil, words, 0, searched)
	}
	d.page.crc = crc32.ChecksumIEEE(d.page.body)
	return d
}

// addWords adds rows [from, to) of a column of words, in runs of rows with the same one.
func (p *page) addWords(c *ownColumn, b *Batch, from, to int) {
	for rest := b.columnNumbers(c, from, to); len(rest) > 0; {
		n := repeated(rest)
		if index := p.dictionary.indices[rest[0]]; index == noIndex {
			p.addRun(0, n)
		} else {
			p.addRun(n, 0)
			p.indices.repeat(index, n)
		}
		rest = rest[n:]
	}
}

// encodeIndices writes the indices of a column of words. The number of their bits stands
// before them.
func (p *page) encodeIndices() {
	p.encoding = parquet.Encodings.RLEDict
	p.values = append(p.values, byte(p.dictionary.width))
	p.values = p.indices.append(p.values, p.dictionary.width)
}
