package folder

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/internal/npyrows"
)

// pythonWithNumPy returns a Python interpreter that has NumPy. It also tries Debian's interpreter,
// because the first python3 in PATH may lack NumPy.
func pythonWithNumPy(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return python
		}
	}
	t.Skip("there is no Python with NumPy to compare with (Debian: python3-numpy)")
	return ""
}

// testArrays maps the type and width of an array to the row counts to test. The counts have one to
// seven digits, because a header contains the row count as text.
var testArrays = map[string][]int64{
	"|u1 81":  {0, 1, 9, 10, 3000, 1_001_000},
	"<i4 0":   {1, 2, 1001, 99_999, 1_000_000},
	"<i2 325": {1, 5000},
}

func arrayOf(t *testing.T, text string) (a npyrows.Array) {
	t.Helper()
	if _, err := fmt.Sscan(text, &a.Type, &a.Width); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestHeadersMatchNumPy checks that headers equal those that numpy.save writes.
func TestHeadersMatchNumPy(t *testing.T) {
	python := pythonWithNumPy(t)
	var script strings.Builder
	script.WriteString("import io, sys\nimport numpy as np\ndef save(shape, dtype):\n" +
		" b = io.BytesIO()\n a = np.zeros(shape, dtype)\n np.save(b, a)\n sys.stdout.buffer.write(b.getvalue()[:len(b.getvalue())-a.nbytes])\n")
	var want []byte
	for text, lengths := range testArrays {
		a := arrayOf(t, text)
		for _, rows := range lengths {
			shape := fmt.Sprintf("(%d,)", rows)
			if a.Width > 0 {
				shape = fmt.Sprintf("(%d, %d)", rows, a.Width)
			}
			fmt.Fprintf(&script, "save(%s, '%s')\n", shape, a.Type)
			want = a.AppendHeader(want, rows)
		}
	}
	got, err := exec.Command(python, "-c", script.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("NumPy writes\n%q\nbut gridmill writes\n%q", got, want)
	}
}

// TestHeadersAreAligned checks headers without using NumPy. The data must start at a multiple of 64
// bytes, and more rows must not make the header longer.
func TestHeadersAreAligned(t *testing.T) {
	const golden = "\x93NUMPY\x01\x00v\x00{'descr': '|u1', 'fortran_order': False, 'shape': (1001000, 81), }" +
		"                                                   \n"
	header := formats.GridArray.AppendHeader(nil, 1_001_000)
	if string(header) != golden {
		t.Errorf("the header is\n%q\nwant\n%q", header, golden)
	}
	for text, lengths := range testArrays {
		a := arrayOf(t, text)
		for _, rows := range append(lengths, 1<<62) {
			if n := len(a.AppendHeader(nil, rows)); n%64 != 0 || n != len(a.AppendHeader(nil, 0)) {
				t.Errorf("the header of %d rows of %s has %d bytes", rows, text, n)
			}
		}
	}
}
