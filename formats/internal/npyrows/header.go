package npyrows

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/option"
)

// The .npy format is described at
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

const magic = "\x93NUMPY"

// maxHeader is the maximum size of an array's header, in bytes. Most headers are much shorter.
const maxHeader = 1 << 16

type header struct {
	order binary.ByteOrder
	kind  byte // NumPy type: i, u, S or U
	size  int  // size of an element in bytes
	rows  int64
	width int // number of elements in a row: 81 numbers or 1 string
}

// An unusableError reports that an undamaged array cannot be read as rows.
type unusableError struct{ error }

func unusable(format string, args ...any) error {
	return &unusableError{fmt.Errorf(format, args...)}
}

// Patterns for the entries of a header, which is a Python dictionary.
var (
	descrEntry   = regexp.MustCompile(`'descr' *: *'([<>|=])([a-zA-Z])([^']*)'`)
	fortranEntry = regexp.MustCompile(`'fortran_order' *: *(True|False)`)
	shapeEntry   = regexp.MustCompile(`'shape' *: *\(([0-9L, ]*)\)`)
)

func readHeader(in io.Reader) (h header, err error) {
	var head [len(magic) + 2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return h, option.EndsEarly("the data", err)
	}
	if !bytes.HasPrefix(head[:], []byte(magic)) {
		return h, errors.New("it is not a NumPy array: it does not start with the NumPy magic string")
	}
	version := head[len(magic)]
	if version < 1 || version > 3 {
		return h, option.Errorf(option.InputFile, "unknown version %d of the .npy format", version)
	}
	var size [4]byte // version 1 uses only the first two bytes
	if _, err := io.ReadFull(in, size[:min(2*version, 4)]); err != nil {
		return h, option.EndsEarly("the data", err)
	}
	length := binary.LittleEndian.Uint32(size[:])
	if length > maxHeader {
		return h, option.Errorf(option.InputFile, "its header's declared length of %d bytes exceeds the limit of %d", length, maxHeader)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(in, text); err != nil {
		return h, option.EndsEarly("the data", err)
	}
	return parseHeader(string(text))
}

func parseHeader(text string) (h header, err error) {
	descr, order, shape := descrEntry.FindStringSubmatch(text), fortranEntry.FindStringSubmatch(text), shapeEntry.FindStringSubmatch(text)
	switch {
	case order == nil || shape == nil || !strings.Contains(text, "'descr'"):
		return h, fmt.Errorf("the array's header is invalid: %q", text[:min(len(text), 100)])
	case descr == nil:
		return h, unusable("its elements are records; store each field as a separate array")
	case descr[2] == "O":
		return h, unusable("it holds Python objects; store an array of integers or strings")
	}
	if err := h.setType(descr); err != nil {
		return h, err
	}
	if err := h.setShape(shape[1]); err != nil {
		return h, err
	}
	if h.width > 1 && order[1] == "True" {
		return h, unusable("it is stored in column-major order (fortran_order); save it in row-major (C) order instead")
	}
	return h, nil
}

// setType records the type of the elements, such as <i8.
func (h *header) setType(descr []string) error {
	h.order, h.kind = binary.LittleEndian, descr[2][0]
	if descr[1] == ">" {
		h.order = binary.BigEndian
	}
	h.size, _ = strconv.Atoi(descr[3])
	good := false
	switch h.kind {
	case 'i', 'u':
		good = h.size == 1 || h.size == 2 || h.size == 4 || h.size == 8
	case 'S':
		good = h.size >= cells && h.size <= scan.MaxRow
	case 'U': // four bytes per character
		h.size *= 4
		good = h.size >= 4*cells && h.size <= scan.MaxRow
	}
	if !good {
		return unusable("its elements have the type %q, but a grid must consist of integers, or be a string of 81 characters", descr[1]+descr[2]+descr[3])
	}
	return nil
}

// setShape records the number and width of rows. After the first axis, it ignores axes of length 1.
func (h *header) setShape(shape string) error {
	axes, product := []int64{}, int64(1)
	for text := range strings.SplitSeq(shape, ",") {
		if text = strings.TrimRight(strings.TrimSpace(text), "L"); text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > 0 && product > math.MaxInt64/int64(h.size)/n {
			return fmt.Errorf("its shape (%s) is too large for any file", shape)
		}
		product *= n
		axes = append(axes, n)
	}
	var inRow []int64
	if len(axes) > 0 {
		h.rows = axes[0]
		inRow = slices.DeleteFunc(axes[1:], func(n int64) bool { return n == 1 })
	}
	isText := h.kind == 'S' || h.kind == 'U'
	switch {
	case len(axes) > 0 && isText && len(inRow) == 0:
		h.width = 1
	case !isText && (slices.Equal(inRow, []int64{cells}) || slices.Equal(inRow, []int64{9, 9})):
		h.width = cells
	default:
		return unusable("its shape is (%s); it must be (N, 81) or (N, 9, 9) for N grids, or (N,) for N strings", shape)
	}
	return nil
}

// An Array describes a NumPy file to write.
type Array struct {
	Type  string // as NumPy writes it: "|u1" for bytes, "<i4" for int32
	Width int    // number of elements in a row, or 0 if the array has one dimension
}

const (
	npyMagic = magic + "\x01\x00" // the version is 1.0
	// The number of bytes before the data is a multiple of npyAligned.
	npyAligned = 64
	// npyGrowth is the number of characters reserved for the length of the first axis.
	npyGrowth = 21
)

// AppendHeader appends the header that numpy.save writes for the given number of rows.
func (a Array) AppendHeader(dst []byte, rows int64) []byte {
	length, second := strconv.FormatInt(rows, 10), ""
	if a.Width > 0 {
		second = " " + strconv.Itoa(a.Width)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s,%s), }%*s", a.Type, length, second, npyGrowth-len(length), "")
	before := len(npyMagic) + 2 + len(text) + 1
	text = fmt.Sprintf("%s%*s\n", text, npyAligned-before%npyAligned, "")
	dst = append(dst, npyMagic...)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(text)))
	return append(dst, text...)
}
