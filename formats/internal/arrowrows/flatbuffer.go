package arrowrows

import flatbuffers "github.com/google/flatbuffers/go"

// flatTable is a table in a flatbuffer (https://flatbuffers.dev/internals/). Its methods panic if
// an offset points outside the buffer. Offsets of tables and vectors cannot point backward, so
// tables cannot contain themselves.
type flatTable struct{ flatbuffers.Table }

// tableAt returns the table whose offset is stored at the given position in a buffer.
func tableAt(buffer []byte, place flatbuffers.UOffsetT) *flatTable {
	t := flatbuffers.Table{Bytes: buffer}
	if t.Pos = t.Indirect(place); t.Pos < place {
		panic("the position exceeds 32 bits")
	}
	return &flatTable{t}
}

// table returns the table in the given slot, or a table without entries if the slot is empty.
func (t *flatTable) table(slot flatbuffers.VOffsetT) *flatTable {
	if offset := t.Offset(slot); offset != 0 {
		return tableAt(t.Bytes, t.Pos+flatbuffers.UOffsetT(offset))
	}
	return tableAt(make([]byte, flatbuffers.SizeSOffsetT), 0)
}

// vector returns the elements of the vector in the given slot, and the position of the first
// element. For an empty slot, it returns nil and 0. size is the number of bytes per element.
func (t *flatTable) vector(slot flatbuffers.VOffsetT, size int) (elements []byte, place flatbuffers.UOffsetT) {
	offset := flatbuffers.UOffsetT(t.Offset(slot))
	if offset == 0 {
		return nil, 0
	}
	vector := tableAt(t.Bytes, t.Pos+offset)
	n := flatbuffers.GetUOffsetT(t.Bytes[vector.Pos:])
	place = vector.Pos + flatbuffers.SizeUOffsetT
	return t.Bytes[place:][:int(n)*size], place
}

// textLength returns the length of the string in the given slot.
func (t *flatTable) textLength(slot flatbuffers.VOffsetT) int {
	text, _ := t.vector(slot, 1)
	return len(text)
}
