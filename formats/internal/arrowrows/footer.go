package arrowrows

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/gridmill/gridmill/formats/option"
)

// The end of an Arrow file is described at
// https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format

const (
	// magic is the start of an Arrow file. Without the zero bytes, it is also the end of the file.
	magic     = "ARROW1\x00\x00"
	endMagic  = "ARROW1"
	maxFooter = 16 << 20 // bytes
	// maxPadding is the maximum number of zero bytes between the end-of-stream marker and the footer.
	maxPadding = 64
	// sizeOfBlock is the size of a batch's entry in the footer: an offset and two lengths.
	sizeOfBlock = 24

	slotOfDictionaries, slotOfBatches = 8, 10 // slots of a Footer
)

// places summarizes the positions of batches in a file as a count and a checksum. A list of the
// positions could take too much memory.
type places struct{ n, sum int64 }

func (p *places) add(at int64) {
	p.n++
	p.sum = p.sum*31 + at
}

// end checks the data after the last message. In a stream, no data may follow. In a file, the data
// must be a footer that lists the batches that were read.
func (m *messages) end() error {
	if !m.isFile {
		_, err := m.in.ReadByte()
		switch {
		case err == nil:
			return errors.New("the Arrow stream is followed by other data; save the other data to a separate file")
		case errors.Is(err, io.EOF):
			return nil
		}
		return err
	}
	const most = maxPadding + maxFooter + 4 + len(endMagic)
	tail, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(m.afterMessages), m.in), int64(most)+1))
	trailer := len(tail) - len(endMagic) - 4
	switch {
	case err != nil:
		return err
	case len(tail) > most:
		return option.Errorf(option.InputFile, "the data after batch %d of the Arrow file is too long for a footer: the file is damaged, or other data was appended", m.batchPlaces.n)
	case trailer < 0 || !bytes.HasSuffix(tail, []byte(endMagic)):
		return endsEarly(io.EOF)
	}
	size := int64(binary.LittleEndian.Uint32(tail[trailer:]))
	if size > int64(trailer) {
		return option.Errorf(option.InputFile, "the footer of the Arrow file is damaged")
	}
	return m.checkFooter(tail[int64(trailer)-size:trailer], tail[:int64(trailer)-size])
}

// checkFooter compares the footer of a file with the batches that were read. Between the last batch
// and the footer, only an end-of-stream marker and padding are allowed. Padding without a marker is
// not allowed, because its zeros could be the end of a batch that an inserted byte has shifted.
func (m *messages) checkFooter(footer, between []byte) error {
	root := tableAt(footer, 0)
	blocks, _ := root.vector(slotOfBatches, sizeOfBlock)
	dictionaryBlocks, _ := root.vector(slotOfDictionaries, sizeOfBlock)
	batches, dictionaries := placesIn(blocks), placesIn(dictionaryBlocks)
	isPadding := len(between) <= maxPadding && (m.afterMessages == nil || len(between) == 0 || len(between) == 4) // old writers write four zeros as a marker
	switch {
	case batches.n > m.batchPlaces.n:
		at := flatbuffers.GetInt64(blocks[m.batchPlaces.n*sizeOfBlock:])
		return option.Errorf(option.InputFile, "the Arrow file is damaged at byte %d, in batch %d of %d", at+1, m.batchPlaces.n+1, batches.n)
	case dictionaries.n > m.dictionaryPlaces.n:
		return option.Errorf(option.InputFile, "the Arrow file is damaged in dictionary %d of %d", m.dictionaryPlaces.n+1, dictionaries.n)
	case batches != m.batchPlaces || dictionaries != m.dictionaryPlaces || !isPadding || len(bytes.Trim(between, "\x00")) > 0:
		return option.Errorf(option.InputFile, "the footer of the Arrow file does not match the data before it: the file is damaged, or other data was appended")
	}
	return nil
}

func placesIn(blocks []byte) (p places) {
	for ; len(blocks) > 0; blocks = blocks[sizeOfBlock:] {
		p.add(flatbuffers.GetInt64(blocks))
	}
	return p
}

func endsEarly(err error) error { return option.EndsEarly("the Arrow data", err) }
