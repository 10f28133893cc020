package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"
)

// zipWith returns a zip archive. members holds the name of each member, followed by its text.
func zipWith(members ...string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for member := range slices.Chunk(members, 2) {
		m, err := w.Create(member[0])
		must(err)
		_, err = io.WriteString(m, member[1])
		must(err)
	}
	must(w.Close())
	return out.String()
}

// packedAs returns text compressed in the format with the given extension. The default is gzip.
func packedAs(extension, text string) string {
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch extension {
	case "zst":
		w, err = zstd.NewWriter(&out)
	case "xz":
		w, err = xz.NewWriter(&out)
	case "lz4":
		w = lz4.NewWriter(&out)
	default:
		w = gzip.NewWriter(&out)
	}
	must(err)
	_, err = io.WriteString(w, text)
	must(err)
	must(w.Close())
	return out.String()
}
