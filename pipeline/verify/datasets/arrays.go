package datasets

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// npyHead is the start of a file of NumPy: what it is, its version, and the length of the
// dictionary that follows. See
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
const npyHead = len("\x93NUMPY") + 2 + 2

// An array is one of NumPy, in a file or in an archive.
type array struct {
	file io.Closer
	in   *io.SectionReader // of the array
	data int64             // where the elements start
	size int64             // their bytes
}

var npyEntries = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), \} *\n$`)

// openArray opens an array, and wants it to have a type and a shape, and as many bytes as
// these come to. The array can be used if it is not nil; report says what is wrong with it.
func openArray(path, dtype, shape string, size int64, report func(format string, args ...any)) (a *array, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if a == nil {
			err = errors.Join(err, f.Close())
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in := io.NewSectionReader(f, 0, info.Size())
	if strings.HasSuffix(path, ".npz") {
		if in, err = memberOf(f, info.Size()); err != nil {
			report("%w", err)
			return nil, nil
		}
	}
	length, fault := checkHeader(in, dtype, shape)
	if fault != "" {
		report("%s", fault)
	}
	if length == 0 {
		return nil, nil
	}
	a = &array{file: f, in: in, data: length, size: in.Size() - length}
	if a.size != size {
		report("it has %d bytes behind its header, expected %d", a.size, size)
	}
	return a, nil
}

// memberOf returns the one array of an archive, which must be stored as it is.
func memberOf(f io.ReaderAt, size int64) (*io.SectionReader, error) {
	z, err := zip.NewReader(f, size)
	if err != nil {
		return nil, fmt.Errorf("it is no archive: %w", err)
	}
	if len(z.File) != 1 || z.File[0].Name != "sequences.npy" || z.File[0].Method != zip.Store {
		return nil, errors.New("it does not hold sequences.npy alone, without compression")
	}
	at, err := z.File[0].DataOffset()
	if err != nil {
		return nil, fmt.Errorf("it is no archive: %w", err)
	}
	return io.NewSectionReader(f, at, int64(z.File[0].UncompressedSize64)), nil
}

// checkHeader says what is wrong with the header of an array, and how long it is, or 0 where
// that is not known.
func checkHeader(in io.ReaderAt, dtype, shape string) (length int64, fault string) {
	head := make([]byte, npyHead)
	if _, err := in.ReadAt(head, 0); err != nil {
		return 0, "it ends within its header"
	}
	if string(head[:8]) != "\x93NUMPY\x01\x00" {
		return 0, "it does not start like an array of NumPy in version 1.0"
	}
	text := make([]byte, binary.LittleEndian.Uint16(head[8:]))
	if n, _ := in.ReadAt(text, int64(npyHead)); n < len(text) {
		return 0, "it ends within its header"
	}
	length = int64(npyHead + len(text))
	entries := npyEntries.FindStringSubmatch(string(text))
	switch {
	case entries == nil:
		fault = fmt.Sprintf("its header is %s, which NumPy does not write", shown(text))
	case entries[1] != dtype:
		fault = fmt.Sprintf("its type is %s, expected %s", entries[1], dtype)
	case entries[2] != "False":
		fault = "its fortran_order is True, expected False"
	case entries[3] != shape:
		fault = fmt.Sprintf("its shape is (%s), expected (%s)", entries[3], shape)
	case length%64 != 0:
		fault = fmt.Sprintf("its header has %d bytes, expected a multiple of 64", length)
	}
	return length, fault
}

func shown(text []byte) string { return fmt.Sprintf("%.100q", strings.TrimSpace(string(text))) }
