package tocsv

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/gridmill/gridmill/formats/files"
)

// The messages of an Arrow stream are described at
// https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format

// arrowMessages reads the messages of a stream. The library would do so as well, but it
// makes room for whatever a message claims to hold before it looks at any of it.
type arrowMessages struct {
	in           io.Reader
	body         bytes.Buffer
	dictionaries map[int64]int64 // bytes of each
	failed       error
}

// Retain and Release implement ipc.MessageReader. There is nothing to give back.
func (m *arrowMessages) Retain() {}

// Release implements ipc.MessageReader.
func (m *arrowMessages) Release() {}

// Message implements ipc.MessageReader.
func (m *arrowMessages) Message() (*ipc.Message, error) {
	message, err := m.read()
	if err != nil && !errors.Is(err, io.EOF) {
		m.failed = err
	}
	return message, err
}

// read reads the next message. It returns io.EOF at the end of the stream.
func (m *arrowMessages) read() (*ipc.Message, error) {
	length, err := m.readLength()
	if err != nil {
		return nil, err
	}
	if length > maxMessage {
		return nil, fmt.Errorf("a message of the Arrow data claims %d bytes, of which %d may be; %s", length, maxMessage, files.FetchAgain)
	}
	meta := make([]byte, length)
	if _, err := io.ReadFull(m.in, meta); err != nil {
		return nil, endsEarly(err)
	}
	root := rootOf(meta)
	size := root.int64(slotOfBodyLength)
	if size < 0 || size > maxBatch {
		return nil, batchTooLarge(size)
	}
	m.body.Reset()
	if _, err := io.CopyN(&m.body, m.in, size); err != nil {
		return nil, endsEarly(err)
	}
	if err := m.check(root, m.body.Bytes()); err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(m.body.Bytes())), nil
}

// readLength reads how long the next message is, without its body. Streams that were
// written before 2019 lack the mark before it.
func (m *arrowMessages) readLength() (uint32, error) {
	const mark = 0xffffffff
	var word [4]byte
	if _, err := io.ReadFull(m.in, word[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return 0, err // a stream may just end
		}
		return 0, endsEarly(err)
	}
	length := binary.LittleEndian.Uint32(word[:])
	if length == mark {
		if _, err := io.ReadFull(m.in, word[:]); err != nil {
			return 0, endsEarly(err)
		}
		length = binary.LittleEndian.Uint32(word[:])
	}
	if length == 0 {
		return 0, io.EOF
	}
	return length, nil
}

// Where the tables of messages have their entries, and what kinds of messages there are.
const (
	slotOfHeaderType, slotOfHeader, slotOfBodyLength = 1, 2, 3 // of a Message
	slotOfFields, slotOfSchemaMetadata               = 1, 2    // of a Schema
	slotOfName, slotOfTypeKind, slotOfType           = 0, 2, 3 // of a Field
	slotOfChildren, slotOfMetadata                   = 5, 6
	slotOfTimezone                                   = 1       // of a Timestamp
	slotOfID, slotOfData, slotOfDelta                = 0, 1, 2 // of a DictionaryBatch
	slotOfLength, slotOfNodes, slotOfBuffers         = 0, 1, 2 // of a RecordBatch
	slotOfCompression                                = 3       // of a RecordBatch
	isSchema, isDictionary, isBatch                  = 1, 2, 3 // kinds of headers
	isTimestamp, isUnion                             = 10, 14  // kinds of types
	sizeOfNode, sizeOfBuffer                         = 16, 16  // bytes
)

// check refuses a message that claims more than it has or than memory should hold, as the
// library trusts it. What else is wrong with it makes the library fail.
func (m *arrowMessages) check(root flatTable, body []byte) error {
	header := root.table(slotOfHeader)
	switch root.uint8(slotOfHeaderType) {
	case isSchema:
		return (&schemaCheck{}).schema(header)
	case isDictionary:
		size, err := checkBatch(header.table(slotOfData), body)
		if err != nil {
			return err
		}
		id := header.int64(slotOfID)
		if header.uint8(slotOfDelta) != 0 {
			size += m.dictionaries[id]
		}
		m.dictionaries[id] = size
		total := int64(0)
		for _, size := range m.dictionaries {
			total += size
		}
		if total > maxBatch {
			return fmt.Errorf("the dictionaries of the Arrow data have more than %d bytes; write its columns without dictionaries", maxBatch)
		}
		return nil
	case isBatch:
		_, err := checkBatch(header, body)
		return err
	}
	return errDamagedMessage
}

var errDamagedMessage = fmt.Errorf("a message of the Arrow data is damaged; %s", files.FetchAgain)

// checkBatch returns how many bytes the values of a batch take.
func checkBatch(batch flatTable, body []byte) (total int64, err error) {
	if rows := batch.int64(slotOfLength); rows < 0 || rows > maxBatchRows {
		return 0, fmt.Errorf("a batch of the Arrow data claims %d rows, of which %d may be; write it again in smaller batches", rows, maxBatchRows)
	}
	nodes, _ := batch.vector(slotOfNodes, sizeOfNode)
	for ; len(nodes) > 0; nodes = nodes[sizeOfNode:] {
		if length := littleInt64(nodes); length < 0 || length > maxLength {
			return 0, errDamagedMessage
		}
	}
	compressed := batch.has(slotOfCompression)
	buffers, _ := batch.vector(slotOfBuffers, sizeOfBuffer)
	for ; len(buffers) > 0; buffers = buffers[sizeOfBuffer:] {
		offset, length := littleInt64(buffers), littleInt64(buffers[8:])
		if offset < 0 || length < 0 || offset > int64(len(body)) || length > int64(len(body))-offset {
			return 0, errDamagedMessage
		}
		if compressed && length > 0 {
			// A size stands before the compressed values, or -1 before those that are not.
			if size := littleInt64(body[offset:]); size != -1 {
				length = size
			}
		}
		if length < 0 || length > maxBatch {
			return 0, batchTooLarge(length)
		}
		if total += length; total > maxBatch {
			return 0, batchTooLarge(total)
		}
	}
	return total, nil
}

// schemaCheck bounds what a schema makes the library hold: its tables may be shared, or
// contain each other.
type schemaCheck struct {
	fields int
	text   int // bytes of names and the like
}

func (c *schemaCheck) schema(schema flatTable) error {
	c.metadata(schema, slotOfSchemaMetadata)
	return c.children(schema, slotOfFields, 0)
}

// children checks the fields of a schema or of another field.
func (c *schemaCheck) children(parent flatTable, slot, depth int) error {
	fields, start := parent.vector(slot, 4)
	c.fields += len(fields) / 4
	if c.fields > maxFields || depth > maxDepth {
		return fmt.Errorf("its Arrow schema has more than %d columns, with those in structs, or is nested deeper than %d; write fewer columns", maxFields, maxDepth)
	}
	for i := 0; i < len(fields); i += 4 {
		field := parent.at(start + i)
		c.text += field.textLength(slotOfName)
		c.metadata(field, slotOfMetadata)
		switch field.uint8(slotOfTypeKind) {
		case isUnion:
			return errors.New("one of its columns is a union of types, which cannot be read; write the file again without it")
		case isTimestamp:
			c.text += field.table(slotOfType).textLength(slotOfTimezone)
		}
		if c.text > maxMessage {
			return errDamagedMessage
		}
		if err := c.children(field, slotOfChildren, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// metadata counts the keys and values that stand beside a schema or a field.
func (c *schemaCheck) metadata(parent flatTable, slot int) {
	pairs, start := parent.vector(slot, 4)
	for i := 0; i < len(pairs) && c.text <= maxMessage; i += 4 {
		pair := parent.at(start + i)
		c.text += pair.textLength(0) + pair.textLength(1)
	}
}
