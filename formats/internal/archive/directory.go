package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

const (
	// MaxMembers is the maximum number of members of an archive.
	MaxMembers = 1 << 18
	// maxDirectory is the maximum size in bytes of a central directory, which is held in memory.
	maxDirectory = 48 << 20
)

// openDirectory reads the central directory of an archive. Unlike the standard library, it limits
// the number of members and the size of the directory.
func openDirectory(file io.ReaderAt, size int64) (*zip.Reader, error) {
	count, err := countOf(file, size)
	if err != nil {
		return nil, damaged(err)
	}
	if count > MaxMembers {
		return nil, fmt.Errorf("the zip archive has %d members, more than the limit of %d; extract it to a directory, and use the directory as an input", count, MaxMembers)
	}
	bounded := &boundedAt{ReaderAt: file, left: maxDirectory}
	archive, err := zip.NewReader(bounded, size)
	switch {
	case errors.Is(err, errLargeDirectory):
		return nil, fmt.Errorf("the central directory of the zip archive is larger than %d MiB; extract the archive to a directory, and use the directory as an input", maxDirectory>>20)
	case err != nil:
		return nil, damaged(err)
	case uint64(len(archive.File)) != count: // zip.NewReader compares the counts modulo 65536
		return nil, damaged(fmt.Errorf("it declares %d members, but lists %d", count, len(archive.File)))
	}
	bounded.left = math.MaxInt64 // the limit applies only to the central directory
	for _, m := range archive.File {
		if err := bounded.checkHeader(m); err != nil {
			return nil, err
		}
	}
	return archive, nil
}

// checkHeader compares the name and the size in a member's header with the central directory,
// because checksums do not cover headers. A size of 0 or math.MaxUint32 means that the actual size
// is stored elsewhere.
func (b *boundedAt) checkHeader(m *zip.File) error {
	_, err := m.DataOffset()
	header := make([]byte, 30+len(m.Name))
	if err == nil {
		_, err = b.ReadAt(header, b.last)
	}
	if name := header[30:]; err == nil && (string(name) != m.Name || int(binary.LittleEndian.Uint16(header[26:])) != len(name)) {
		err = fmt.Errorf("the name in the member's header, %q, differs from the name in the central directory", name)
	}
	if size := binary.LittleEndian.Uint32(header[18:]); err == nil && size != 0 && size != math.MaxUint32 && size != uint32(m.CompressedSize64) {
		err = fmt.Errorf("the compressed size in the member's header, %d bytes, differs from the size in the central directory", size)
	}
	if err != nil {
		return fmt.Errorf("member %s: %w", m.Name, damaged(err))
	}
	return nil
}

var errLargeDirectory = errors.New("the directory is too large")

// boundedAt limits the number of bytes read to open an archive. It also records the offset of the
// last read, because the standard library does not report the position of a member's header.
type boundedAt struct {
	io.ReaderAt
	left int64
	last int64
}

func (b *boundedAt) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errLargeDirectory
	}
	b.last = at
	return b.ReaderAt.ReadAt(p, at)
}

// countOf returns the number of members that an archive declares
// (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.14 to 4.3.16).
func countOf(file io.ReaderAt, size int64) (uint64, error) {
	const recordSize, locatorSize, record64Size, maxComment = 22, 20, 56, 1<<16 - 1
	tail := make([]byte, min(size, recordSize+maxComment+locatorSize))
	start := size - int64(len(tail))
	if _, err := io.ReadFull(io.NewSectionReader(file, start, int64(len(tail))), tail); err != nil {
		return 0, err
	}
	at := bytes.LastIndex(tail[:max(len(tail)-recordSize+4, 0)], []byte("PK\x05\x06"))
	if at < 0 {
		return 0, zip.ErrFormat
	}
	comment := int(binary.LittleEndian.Uint16(tail[at+recordSize-2:]))
	if rest := len(tail) - at - recordSize - comment; rest > 0 {
		return 0, fmt.Errorf("%d bytes follow the archive; if these bytes are another archive, separate the two archives", rest)
	}
	if at < locatorSize || !bytes.HasPrefix(tail[at-locatorSize:], []byte("PK\x06\x07")) {
		size, offset := binary.LittleEndian.Uint32(tail[at+12:]), binary.LittleEndian.Uint32(tail[at+16:])
		return uint64(binary.LittleEndian.Uint16(tail[at+10:])), checkStart(uint64(start)+uint64(at), uint64(size), uint64(offset))
	}
	var large [record64Size]byte
	place := int64(binary.LittleEndian.Uint64(tail[at-locatorSize+8:]))
	if place < 0 || place > size-record64Size {
		return 0, zip.ErrFormat
	}
	if _, err := file.ReadAt(large[:], place); err != nil {
		return 0, err
	}
	if !bytes.HasPrefix(large[:], []byte("PK\x06\x06")) {
		return 0, zip.ErrFormat
	}
	return binary.LittleEndian.Uint64(large[32:]), checkStart(uint64(place), binary.LittleEndian.Uint64(large[40:]), binary.LittleEndian.Uint64(large[48:]))
}

// checkStart returns an error if other data precedes an archive, or if bytes before the central
// directory are missing. The standard library does not check this.
func checkStart(directoryEnd, directorySize, directoryOffset uint64) error {
	switch size := directoryOffset + directorySize; {
	case directoryEnd > size:
		return fmt.Errorf("%d bytes precede the archive; if these bytes are another archive, separate the two archives", directoryEnd-size)
	case directoryEnd < size:
		return errors.New("bytes before its central directory are missing")
	}
	return nil
}
