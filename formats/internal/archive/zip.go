// Package archive lists and reads the files in a zip archive.
package archive

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/compress"
	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/option"
)

// Members returns the files in a zip archive that is size bytes long. It rejects special
// archives, such as Excel workbooks (see filekind.OfArchiveWith).
func Members(file io.ReaderAt, size int64) ([]*zip.File, error) {
	archive, err := openDirectory(file, size)
	if err != nil {
		return nil, err
	}
	archive.RegisterDecompressor(methodBzip2, func(in io.Reader) io.ReadCloser { return compress.OpenBzip2(bufio.NewReader(in)) })
	archive.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1)))
	for _, m := range archive.File {
		if kind := filekind.OfArchiveWith(m.Name); kind != nil {
			return nil, kind.Unreadable()
		}
	}
	isDirectory := func(m *zip.File) bool { return strings.HasSuffix(m.Name, "/") }
	members := slices.DeleteFunc(archive.File, isDirectory)
	if len(members) == 0 {
		return nil, errors.New("the zip archive does not contain any files")
	}
	return members, nil
}

const (
	methodBzip2 = 12 // APPNOTE.TXT, 4.4.5
	// maxWindow is the maximum window size in bytes of Zstandard members. It limits memory use.
	maxWindow = 128 << 20
)

// OpenMember returns a reader for the contents of a member. The reader returns an error if the
// length or checksum of the data is wrong.
func OpenMember(m *zip.File) (io.ReadCloser, error) {
	if m.Flags&1 != 0 {
		return nil, fmt.Errorf("member %s is encrypted; extract it first (unzip -P PASSWORD)", m.Name)
	}
	in, err := m.Open()
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return nil, fmt.Errorf("member %s is compressed with an unsupported method; extract it first", m.Name)
	case err != nil:
		return nil, fmt.Errorf("member %s: %w", m.Name, damaged(err))
	}
	return member{in}, nil
}

// member reads the contents of a member. Its errors say that the archive is damaged.
type member struct{ io.ReadCloser }

func (m member) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if err != nil && !files.IsEnd(err) {
		err = damaged(err)
	}
	return n, err
}

// damaged returns an error that says that the archive is damaged, and why. It does not wrap io.EOF.
func damaged(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return option.Errorf(option.InputFile, "the zip archive is damaged or incomplete: %w", err)
}
