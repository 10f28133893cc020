package converted

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/option"
)

// The format .npy is described at
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

const npyMagic = "\x93NUMPY"

// maxHeader is how long the header of an array may be, in bytes. That of any array of
// numbers or text is much shorter.
const maxHeader = 1 << 16

// cells is how many cells a grid has.
const cells = 81

// npyHeader says what an array holds.
type npyHeader struct {
	order binary.ByteOrder
	kind  byte // i, u, f, S or U, as NumPy calls types
	size  int  // bytes of an element
	rows  int64
	width int // elements in a row: 81 for grids, else 1
	// columns says that not rows but columns stand one after the other, and axes how long those of
	// a row are.
	columns bool
	axes    []int64
}

// Patterns of the entries of a header, which is written like a dictionary of Python.
var (
	descrEntry   = regexp.MustCompile(`'descr' *: *'([<>|=])([a-zA-Z])([0-9]*)'`)
	fortranEntry = regexp.MustCompile(`'fortran_order' *: *(True|False)`)
	shapeEntry   = regexp.MustCompile(`'shape' *: *\(([0-9L, ]*)\)`)
)

// readHeader reads the header of an array.
func readHeader(in io.Reader) (h npyHeader, err error) {
	var head [len(npyMagic) + 2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return h, endsEarly(err)
	}
	if !bytes.HasPrefix(head[:], []byte(npyMagic)) {
		return h, errors.New("it is no array of NumPy, as it does not start like one")
	}
	var length uint32
	switch version := head[len(npyMagic)]; version {
	case 1:
		var short uint16
		err = binary.Read(in, binary.LittleEndian, &short)
		length = uint32(short)
	case 2, 3:
		err = binary.Read(in, binary.LittleEndian, &length)
	default:
		return h, fmt.Errorf("version %d of the format .npy is not known", version)
	}
	if err != nil {
		return h, endsEarly(err)
	}
	if length > maxHeader {
		return h, option.Errorf(option.InputFile, "its header claims %d bytes, of which %d may be", length, maxHeader)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(in, text); err != nil {
		return h, endsEarly(err)
	}
	return parseHeader(string(text))
}

// endsEarly explains the error of a reader from which more was expected.
func endsEarly(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return option.Errorf(option.InputFile, "the data ends too early, so that the file is not complete")
	}
	return err
}

func parseHeader(text string) (h npyHeader, err error) {
	descr, order, shape := descrEntry.FindStringSubmatch(text), fortranEntry.FindStringSubmatch(text), shapeEntry.FindStringSubmatch(text)
	switch {
	case order == nil || shape == nil || !strings.Contains(text, "'descr'"):
		return h, fmt.Errorf("the header of the array cannot be understood: %q", text[:min(len(text), 100)])
	case descr == nil:
		return h, unusable(adviceOnRecords, "its elements are records, which cannot be read")
	case descr[2] == "O" && strings.TrimSpace(shape[1]) == "":
		return h, unusable(adviceOnObject, "it is a single object of Python, which cannot be read")
	case descr[2] == "O":
		return h, unusable(adviceOnObjects, "its elements are objects of Python, which cannot be read")
	}
	typeError := h.setType(descr)
	h.columns = order[1] == "True"
	if err := h.setShape(shape[1]); err != nil {
		return h, err
	}
	if typeError != nil {
		return h, typeError
	}
	h.columns = h.columns && h.width > 1
	return h, nil
}

// setType notes the type of elements, such as <i8.
func (h *npyHeader) setType(descr []string) error {
	name := descr[1] + descr[2] + descr[3]
	h.order, h.kind = binary.LittleEndian, descr[2][0]
	if descr[1] == ">" {
		h.order = binary.BigEndian
	}
	h.size, _ = strconv.Atoi(descr[3])
	good := false
	switch h.kind {
	case 'i', 'u':
		good = h.size == 1 || h.size == 2 || h.size == 4 || h.size == 8
	case 'f':
		good = h.size == 2 || h.size == 4 || h.size == 8
	case 'S':
		good = h.size >= 1 && h.size <= MaxRecord
	case 'U': // four bytes a character
		h.size *= 4
		good = h.size >= 4 && h.size <= MaxRecord
	}
	if !good {
		return unusable(adviceOnNumbers, "its elements have the type %q, which cannot be read", name)
	}
	return nil
}

// setShape notes how many rows there are and how wide they are. Axes of length 1 do not
// matter.
func (h *npyHeader) setShape(shape string) error {
	axes, product := []int64{}, int64(1)
	for text := range strings.SplitSeq(shape, ",") {
		if text = strings.TrimRight(strings.TrimSpace(text), "L"); text == "" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > 0 && product > math.MaxInt64/int64(max(h.size, 1))/n {
			return fmt.Errorf("its shape (%s) is larger than any file", shape)
		}
		product *= n
		axes = append(axes, n)
	}
	h.rows, h.width = 1, 1
	isText := h.kind == 'S' || h.kind == 'U'
	rest := int64(1)
	for i, n := range axes {
		if i > 0 {
			rest *= n
		}
	}
	switch {
	case len(axes) > 0 && rest == cells && !isText:
		h.rows, h.width, h.axes = axes[0], cells, axes[1:]
	case !isText && product == cells && len(axes) <= 2: // a single grid
		h.width, h.axes = cells, axes
	case !isText && len(axes) == 2 && rest == 9 && axes[0]%9 == 0 && !h.columns: // nine rows a grid
		h.rows, h.width = axes[0]/9, cells
	case len(axes) > 0 && rest == 1:
		h.rows = axes[0]
	default:
		advice := ""
		if !isText {
			advice = shapeAdvice(axes)
		}
		return unusable(advice, "its shape is (%s), where grids have (N, 81) or (N, 9, 9)", shape)
	}
	return nil
}
