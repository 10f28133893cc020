package parts

import (
	"bytes"
	"encoding/json"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/internal/exactjson"
)

// A Manifest says that a part is complete and describes it. It is written after the part.
type Manifest struct {
	Plan string `json:"plan"` // identity of the plan
	Made
	// Totals are exact, so that their sum over all parts does not depend on how often the
	// run was interrupted.
	Totals pipeline.Totals `json:"totals"`
	// Seal is the checksum of the manifest's text without the seal itself.
	Seal string `json:"seal"`
}

// Made is the file of a part.
type Made struct {
	Part     int    `json:"part"`
	First    int64  `json:"first"`
	Rows     int64  `json:"rows"`
	Bytes    int64  `json:"bytes"`
	Checksum string `json:"checksum"` // of the file, as files.Checksum writes it
	// RejectsBytes and RejectsChecksum are those of the file of its invalid rows, if there are any.
	RejectsBytes    int64  `json:"rejects_bytes,omitempty"`
	RejectsChecksum string `json:"rejects_checksum,omitempty"`
}

// text seals the manifest and encodes it in one line. A resumed run reads the manifests of
// all existing parts, so they are kept small.
func (m *Manifest) text() []byte {
	m.Seal = ""
	m.Seal = sealOf(m.line(), "")
	return m.line()
}

func (m *Manifest) line() []byte {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // only a defect can make a manifest that JSON cannot encode
	}
	return append(text, '\n')
}

// unseal decodes a manifest, or returns nil if it is not what was written.
func unseal(text []byte) *Manifest {
	m := new(Manifest)
	if exactjson.Decode(text, m) != nil || m.Seal == "" || m.Seal != sealOf(text, m.Seal) {
		return nil
	}
	return m
}

// sealOf returns the checksum of a manifest's text without its seal, which comes last.
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

// parseManifest decodes the manifest of a part of the plan with this identity, or says what
// is wrong with it.
func parseManifest(text []byte, identity string, part *Part) (m *Manifest, fault string) {
	m = unseal(text)
	switch {
	case m == nil:
		return nil, "it is damaged"
	case m.Plan != identity:
		return nil, "it belongs to another plan"
	case m.Part != part.Number || m.First != part.First || m.Rows != part.Rows || m.Totals.Rows != part.Rows:
		return nil, "it does not describe its part"
	}
	return m, ""
}

// Manifest reads the manifest of a part of the plan with this identity, or says what is
// wrong with it. It returns an error if there is no manifest (fs.ErrNotExist), or if this user
// cannot read it.
func (d *Directory) Manifest(identity string, part *Part) (m *Manifest, fault string, err error) {
	text, fault, err := readMade(d.ManifestPath(part))
	if fault != "" || err != nil {
		return nil, fault, err
	}
	m, fault = parseManifest(text, identity, part)
	return m, fault, nil
}
