package pipeline

import (
	"bytes"
	"encoding/json"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// A Record says that a part is there, and what it holds. It stands beside the
// part, and is published after it.
type Record struct {
	Plan string `json:"plan"` // identity of the plan
	Made
	Totals Totals `json:"totals"`
	// Seal is the checksum of the record's text with nothing in place of the seal.
	Seal string `json:"seal"`
}

// text seals the record and writes it, on one line because a run that goes on reads
// the records of all parts that are there.
func (r *Record) text() []byte {
	r.Seal = ""
	r.Seal = sealOf(r.line(), "")
	return r.line()
}

func (r *Record) line() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // only a defect can make a record that is no JSON
	}
	return append(text, '\n')
}

// unseal reads a record, or returns nil where it is not what was written.
func unseal(text []byte) *Record {
	r := new(Record)
	if exactjson.Decode(text, r) != nil || r.Seal == "" || r.Seal != sealOf(text, r.Seal) {
		return nil
	}
	return r
}

// sealOf sums up the text of a record but for its seal, which comes last.
func sealOf(text []byte, seal string) string {
	before, after := text, []byte(nil)
	if at := bytes.LastIndex(text, []byte(seal)); at >= 0 {
		before, after = text[:at], text[at+len(seal):]
	}
	sum := files.NewChecksum()
	_, _ = sum.Write(before)
	_, _ = sum.Write(after)
	return sum.String()
}

// Made is a part file.
type Made struct {
	Part     int    `json:"part"`
	First    int64  `json:"first"`
	Rows     int64  `json:"rows"`
	Bytes    int64  `json:"bytes"`
	Checksum string `json:"checksum"` // of the file, as files.Checksum writes it
}
