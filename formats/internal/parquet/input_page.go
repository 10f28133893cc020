package parquet

import (
	"fmt"
	"hash/crc32"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/gridmill/gridmill/formats/option"
)

// columnChunk is the part of a column that is in one row group.
type columnChunk struct {
	group       int // number of the row group, counted from 0
	column      *schema.Column
	compression compress.Compression
	limits      Limits // limits of the column's file
}

// inColumn adds the row group and the column to an error.
func (c *columnChunk) inColumn(err error) error {
	return fmt.Errorf("row group %d: column %q: %w", c.group+1, c.column.Path(), err)
}

// inputPage is a page of a column chunk. The first goroutine that needs the values of the page
// decodes the values. Meanwhile, other goroutines that need the values wait.
//
// The reader holds a page, and so does each Column that has rows of the page. Pages that refer to a
// dictionary hold the dictionary. When the last holder releases the page, its memory is reused.
type inputPage struct {
	header pageHeader
	chunk  *columnChunk
	number int // number of the page in its chunk, counted from 1; a dictionary page has number 1
	holds  atomic.Int32

	raw  []byte // the body as stored in the file
	dict *inputPage

	leveling     sync.Once // decodes the levels
	decoding     sync.Once // decodes the values
	err          error     // error from decoding levels or values
	decompressed []byte    // the decompressed body, or nil if the file stores it uncompressed
	encoded      []byte    // the encoded values, which follow the levels in the body
	rep, def     rle
	values       values
}

func newInputPage(h pageHeader, c *columnChunk, number int, raw []byte, dict *inputPage) *inputPage {
	if dict != nil {
		dict.hold()
	}
	page := &inputPage{header: h, chunk: c, number: number, raw: raw, dict: dict}
	page.hold()
	return page
}

func (p *inputPage) hold() { p.holds.Add(1) }

// release must be called when a holder no longer needs the page. The last call makes the memory of
// the page available for reuse. p may be nil.
func (p *inputPage) release() {
	if p == nil || p.holds.Add(-1) > 0 {
		return
	}
	p.dropRaw()
	pageMemory.give(p.decompressed)
	p.dict.release()
}

func (p *inputPage) dropRaw() {
	pageMemory.give(p.raw)
	p.raw = nil
}

// inPage adds the row group, the column and the page to an error.
func (p *inputPage) inPage(err error) error {
	return p.chunk.inColumn(fmt.Errorf("page %d: %w", p.number, err))
}

// decode decodes the values the first time it is called. All calls return the same error.
func (p *inputPage) decode() error {
	p.decoding.Do(func() {
		if p.decodeLevels() == nil {
			p.err = RecoverDamage(p.decodeValues)
		}
	})
	return p.err
}

// decodeLevels decompresses the page and decodes its levels on the first call. Later calls only
// return p.err. decodeLevels must not be called concurrently with decode.
func (p *inputPage) decodeLevels() error {
	p.leveling.Do(func() { p.err = RecoverDamage(p.openBody) })
	return p.err
}

// openBody decompresses the body and reads the levels, which precede the values.
func (p *inputPage) openBody() error {
	if p.header.hasCRC && crc32.ChecksumIEEE(p.raw) != p.header.crc {
		return option.Errorf(option.InputFile, "its checksum is wrong")
	}
	body, err := p.decompressBody()
	if err != nil {
		return err
	}
	switch p.header.kind {
	case pageData:
		body, err = p.readLevels(body)
	case pageDataV2:
		err = p.readLevelsV2()
	}
	p.encoded = body
	return err
}

func (p *inputPage) decodeValues() error {
	var dict *values
	if p.dict != nil {
		if err := p.dict.decode(); err != nil {
			return fmt.Errorf("its dictionary: %w", err)
		}
		dict = &p.dict.values
	}
	encoding := p.header.encoding
	if p.header.kind == pageDictionary && encoding == parquet.Encodings.PlainDict {
		encoding = parquet.Encodings.Plain // older files use PlainDict to mean PLAIN
	}
	return p.values.decode(p.chunk.column, encoding, p.encoded, p.valuesBefore(p.header.entries), dict)
}

// decompressBody returns the decompressed body of the page. For a page of version 2, the result
// does not include the levels, which are stored uncompressed.
func (p *inputPage) decompressBody() (_ []byte, err error) {
	body, size := p.raw, p.header.uncompressedSize
	compressed := p.chunk.compression != compress.Codecs.Uncompressed
	if p.header.kind == pageDataV2 {
		levels := p.header.defBytes + p.header.repBytes
		body, size = body[levels:], size-levels
		compressed = compressed && p.header.compressed
	}
	switch {
	case !compressed && len(body) != size:
		return nil, errWrongSize
	case !compressed:
		return body, nil
	case size == 0:
		return nil, nil // some writers do not compress an empty body
	}
	if p.decompressed, err = decompress(p.chunk.compression, body, size); err != nil {
		return nil, err
	}
	if p.header.kind != pageDataV2 {
		p.dropRaw()
	}
	return p.decompressed, nil
}

// readLevels reads the repetition and definition levels at the start of a page of version 1. Each
// sequence of levels is preceded by its size in bytes. readLevels returns the rest of body.
func (p *inputPage) readLevels(body []byte) (_ []byte, err error) {
	read := func(r *rle, e parquet.Encoding, most, key int16) {
		if most == 0 || err != nil {
			return
		}
		if e != parquet.Encodings.RLE {
			err = fmt.Errorf("its levels use the encoding %s, which is not supported", e)
			return
		}
		var levels []byte
		if levels, body, err = cutPrefixed(body); err == nil {
			err = p.parseLevels(r, levels, most, key)
		}
	}
	rep, def := p.chunk.column.MaxRepetitionLevel(), p.chunk.column.MaxDefinitionLevel()
	read(&p.rep, p.header.repEncoding, rep, 0)
	read(&p.def, p.header.defEncoding, def, def)
	return body, err
}

// readLevelsV2 reads the levels of a version 2 page and checks that they match the header.
func (p *inputPage) readLevelsV2() error {
	h, levels := &p.header, p.raw
	rep, def := p.chunk.column.MaxRepetitionLevel(), p.chunk.column.MaxDefinitionLevel()
	if err := p.parseLevels(&p.rep, levels[:h.repBytes], rep, 0); err != nil {
		return err
	}
	if err := p.parseLevels(&p.def, levels[h.repBytes:][:h.defBytes], def, def); err != nil {
		return err
	}
	rows, nulls := h.entries, 0
	if rep > 0 {
		rows = p.rep.hits
	}
	if def > 0 {
		nulls = h.entries - p.def.hits
	}
	// Nulls in lists are not compared, because writers differ in which entries they count as null.
	if rows != h.rows || nulls != h.nulls && rep == 0 {
		return fmt.Errorf("it declares %d rows and %d nulls, but its levels indicate %d rows and %d nulls", h.rows, h.nulls, rows, nulls)
	}
	return nil
}

// parseLevels reads levels into r and counts the levels that equal key. most is the highest level
// of the column, or 0 if the column has no levels.
func (p *inputPage) parseLevels(r *rle, levels []byte, most, key int16) error {
	if most == 0 {
		return nil
	}
	return r.parse(levels, bits.Len16(uint16(most)), p.header.entries, int(most), int(key))
}

// valuesBefore returns the number of values before the given entry.
func (p *inputPage) valuesBefore(entry int) int {
	if p.def.hits == p.def.n { // there are no nulls, or no definition levels
		return entry
	}
	return p.def.count(entry)
}
