package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"
)

// archive returns a zip archive that contains members in the given order.
func archive(members map[string]string, order ...string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range order {
		m, err := w.Create(name)
		must(err)
		_, err = io.WriteString(m, members[name])
		must(err)
	}
	must(w.Close())
	return out.String()
}

// compressorFor returns a compressor for files with the given extension. The default is gzip.
func compressorFor(out io.Writer, extension string) (io.WriteCloser, error) {
	switch extension {
	case "zst":
		return zstd.NewWriter(out)
	case "xz":
		return xz.NewWriter(out)
	case "lz4":
		return lz4.NewWriter(out), nil
	}
	return gzip.NewWriter(out), nil
}
