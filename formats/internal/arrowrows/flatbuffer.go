package arrowrows

import "encoding/binary"

// flatTable is a table of a flatbuffer, as described at https://flatbuffers.dev/internals/. Its
// methods panic if an offset points outside the buffer. The zero flatTable has no entries.
type flatTable struct {
	buffer []byte
	place  int
}

// rootOf returns the root table of a buffer.
func rootOf(buffer []byte) flatTable { return flatTable{buffer, 0}.at(0) }

// at returns the table whose offset is stored at the given place.
func (t flatTable) at(place int) flatTable {
	return flatTable{t.buffer, place + int(binary.LittleEndian.Uint32(t.buffer[place:]))}
}

// entry returns the position of the entry in the given slot, or 0 if the slot is empty.
func (t flatTable) entry(slot int) int {
	if t.buffer == nil {
		return 0
	}
	entries := t.buffer[t.place-int(int32(binary.LittleEndian.Uint32(t.buffer[t.place:]))):]
	at := 4 + 2*slot
	if at >= int(binary.LittleEndian.Uint16(entries)) {
		return 0
	}
	if offset := int(binary.LittleEndian.Uint16(entries[at:])); offset != 0 {
		return t.place + offset
	}
	return 0
}

func (t flatTable) has(slot int) bool { return t.entry(slot) != 0 }

func (t flatTable) uint8(slot int) uint8 {
	if at := t.entry(slot); at != 0 {
		return t.buffer[at]
	}
	return 0
}

func (t flatTable) int64(slot int) int64 {
	if at := t.entry(slot); at != 0 {
		return littleInt64(t.buffer[at:])
	}
	return 0
}

// table returns the table in the given slot.
func (t flatTable) table(slot int) flatTable {
	if at := t.entry(slot); at != 0 {
		return t.at(at)
	}
	return flatTable{}
}

// vector returns the elements of the vector in the given slot, and the position of the first
// element. size is the number of bytes per element.
func (t flatTable) vector(slot, size int) (elements []byte, place int) {
	at := t.entry(slot)
	if at == 0 {
		return nil, 0
	}
	place = t.at(at).place
	n := int(binary.LittleEndian.Uint32(t.buffer[place:]))
	place += 4
	return t.buffer[place:][:n*size], place
}

// textLength returns the length of the string in the given slot.
func (t flatTable) textLength(slot int) int {
	text, _ := t.vector(slot, 1)
	return len(text)
}

func littleInt64(data []byte) int64 { return int64(binary.LittleEndian.Uint64(data)) }
