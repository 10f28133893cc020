package arrowrows

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/gridmill/gridmill/formats/option"
)

// The messages of an Arrow stream are described at
// https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format

// messages reads the messages of a stream. The Arrow library's reader would allocate as much memory
// as a message declares.
type messages struct {
	in               *bufio.Reader
	isFile           bool
	at               int64  // number of bytes read
	afterMessages    []byte // first 4 bytes after the messages, unless they are an end-of-stream marker
	body             bytes.Buffer
	schema           schemaCheck
	dictionaries     map[int64]int64 // size of each dictionary in bytes
	total            int64           // size of all dictionaries in bytes
	batchPlaces      places
	dictionaryPlaces places
	failed           error // error that Message returned, other than io.EOF
}

// Retain and Release implement ipc.MessageReader. They do nothing: there is no memory to release.
func (m *messages) Retain() {}

func (m *messages) Release() {}

func (m *messages) readFull(p []byte) error {
	n, err := io.ReadFull(m.in, p)
	m.at += int64(n)
	return err
}

// Message reads the next message. It returns io.EOF at the end of the stream.
func (m *messages) Message() (_ *ipc.Message, err error) {
	defer func() {
		if err != nil && !errors.Is(err, io.EOF) {
			m.failed = err
		}
	}()
	start := m.at
	length, err := m.readLength()
	if err != nil {
		return nil, err
	}
	if length > maxMessage {
		return nil, option.Errorf(option.InputFile, "an Arrow message's declared length of %d bytes exceeds the limit of %d", length, maxMessage)
	}
	meta := make([]byte, length)
	if err := m.readFull(meta); err != nil {
		return nil, endsEarly(err)
	}
	root := tableAt(meta, 0)
	size := root.GetInt64Slot(slotOfBodyLength, 0)
	if size < 0 {
		return nil, errDamagedMessage
	}
	if size > maxBatch {
		return nil, batchTooLarge(size)
	}
	m.body.Reset()
	n, err := io.CopyN(&m.body, m.in, size)
	if m.at += n; err != nil {
		return nil, endsEarly(err)
	}
	if err := m.check(root, m.body.Bytes(), start); err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(m.body.Bytes())), nil
}

// readLength returns the length of the next message's metadata, or io.EOF at the end-of-stream
// marker. If a file lacks this marker, readLength returns io.EOF at the footer.
func (m *messages) readLength() (uint32, error) {
	const mark = 0xffffffff
	var word [4]byte
	switch err := m.readFull(word[:]); {
	case errors.Is(err, io.EOF) && m.isFile:
		return 0, err // the footer is missing; the end method reports this
	case errors.Is(err, io.EOF):
		return 0, option.Errorf(option.InputFile, "the Arrow stream was cut off: its end-of-stream marker is missing")
	case err != nil:
		return 0, endsEarly(err)
	case binary.LittleEndian.Uint32(word[:]) == mark:
	case m.isFile && m.schema.dictionaries != nil:
		m.afterMessages = word[:]
		return 0, io.EOF
	default:
		return 0, errDamagedMessage
	}
	if err := m.readFull(word[:]); err != nil {
		return 0, endsEarly(err)
	}
	if length := binary.LittleEndian.Uint32(word[:]); length > 0 {
		return length, nil
	}
	return 0, io.EOF
}

// check rejects a message that is out of order, declares more data than it has, or exceeds a limit.
// The Arrow library detects most other damage.
func (m *messages) check(root *flatTable, body []byte, at int64) error {
	header, kind := root.table(slotOfHeader), root.GetUint8Slot(slotOfHeaderType, 0)
	if (kind == isDictionary || kind == isBatch) && m.isFile && m.schema.dictionaries == nil {
		return errSchemaAtEnd
	}
	if (kind == isSchema) != (m.schema.dictionaries == nil) || kind == isBatch && len(m.dictionaries) < len(m.schema.dictionaries) {
		// While dictionaries are missing, the Arrow library would read a batch as a dictionary.
		return errDamagedMessage
	}
	switch kind {
	case isSchema:
		return m.schema.check(header)
	case isDictionary:
		m.dictionaryPlaces.add(at)
		return m.checkDictionary(header, body)
	case isBatch:
		m.batchPlaces.add(at)
		if _, err := checkBatch(header, body, m.schema.columns); err != nil {
			return err
		}
		return m.schema.checkRows(header)
	}
	return errDamagedMessage
}

// checkDictionary checks a dictionary and limits the total size of all dictionaries.
func (m *messages) checkDictionary(header *flatTable, body []byte) error {
	id := header.GetInt64Slot(slotOfID, 0)
	of, known := m.schema.dictionaries[id]
	if !known {
		return errDamagedMessage
	}
	size, err := checkBatch(header.table(slotOfData), body, of)
	if err != nil {
		return err
	}
	if header.GetUint8Slot(slotOfDelta, 0) == 0 { // the dictionary replaces any earlier one with the same ID
		m.total -= m.dictionaries[id]
		m.dictionaries[id] = 0
	}
	m.total += size
	m.dictionaries[id] += size
	if m.total > maxBatch {
		return fmt.Errorf("the Arrow dictionaries exceed the limit of %d bytes; write the file again without dictionary encoding", maxBatch)
	}
	return nil
}

var errSchemaAtEnd = errors.New("it does not start with its schema (Apache Arrow for JavaScript writes such files); write an Arrow stream instead")

var errDamagedMessage = option.Errorf(option.InputFile, "an Arrow message is damaged")

// checkBatch returns the total size in bytes of the values in a batch. It returns an error if the
// batch is damaged, is too large, or has fewer nodes or buffers than its columns require.
func checkBatch(batch *flatTable, body []byte, of shape) (total int64, err error) {
	if rows := batch.GetInt64Slot(slotOfLength, 0); rows < 0 || rows > maxBatchRows {
		return 0, fmt.Errorf("an Arrow batch declares %d rows, expected 0 to %d; write the data again in smaller batches", rows, maxBatchRows)
	}
	nodes, _ := batch.vector(slotOfNodes, sizeOfNode)
	buffers, _ := batch.vector(slotOfBuffers, sizeOfBuffer)
	counts, _ := batch.vector(slotOfViewBuffers, 8)
	if len(nodes) < of.nodes*sizeOfNode || len(counts) < of.views*8 {
		return 0, errDamagedMessage
	}
	for ; len(nodes) > 0; nodes = nodes[sizeOfNode:] {
		length, nulls := flatbuffers.GetInt64(nodes), flatbuffers.GetInt64(nodes[8:])
		if length < 0 || length > maxLength || nulls < -1 || nulls > length { // nulls is -1 if unknown
			return 0, errDamagedMessage
		}
	}
	needed := int64(of.buffers)
	for ; len(counts) > 0; counts = counts[8:] {
		n := flatbuffers.GetInt64(counts)
		if n < 0 || n > int64(len(buffers)) {
			return 0, errDamagedMessage
		}
		needed += n
	}
	if int64(len(buffers)/sizeOfBuffer) < needed {
		return 0, errDamagedMessage
	}
	compressed, end := batch.Offset(slotOfCompression) != 0, int64(0)
	for ; len(buffers) > 0; buffers = buffers[sizeOfBuffer:] {
		offset, length := flatbuffers.GetInt64(buffers), flatbuffers.GetInt64(buffers[8:])
		isOutside := offset < 0 || length < 0 || offset > int64(len(body)) || length > int64(len(body))-offset
		if isOutside || length > 0 && (offset%8 != 0 || offset < end || offset-end >= maxGap) {
			return 0, errDamagedMessage
		}
		end = max(end, offset+length)
		if compressed && length > 0 {
			// The buffer starts with its uncompressed size, or with -1 if it is not compressed.
			if size := flatbuffers.GetInt64(body[offset:]); size != -1 {
				length = size
			}
		}
		if length < 0 {
			return 0, errDamagedMessage
		}
		if total += min(length, maxBatch+1); total > maxBatch {
			return 0, batchTooLarge(total)
		}
	}
	return total, nil
}
