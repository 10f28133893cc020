package formats

import (
	"bytes"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestFlippedBitsInPages checks that a flipped bit in the body of a page causes an error. A flipped
// bit in a page header must cause an error or leave all rows unchanged.
func TestFlippedBitsInPages(t *testing.T) {
	in := store(t, "in.csv", "id,puzzle\n1,"+puzzle(0)+"\n2,"+puzzle(1)+"\n3,\n4,x\n")
	for i, compression := range []string{"none", "snappy", "zstd"} {
		t.Run(compression, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 11))
			good := mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{Compression: compression}, 100)
			path := store(t, "flipped.parquet", string(good))
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			write := func(pos int, b byte) {
				if _, err := file.WriteAt([]byte{b}, int64(pos)); err != nil {
					t.Fatal(err)
				}
			}
			read := func() ([]byte, error) { return convert([]string{path}, keepAll, "out.csv", WriteOptions{}, 100) }
			want, err := read()
			if err != nil {
				t.Fatal(err)
			}
			inBody := bodyBytes(t, good)
			for pos := len(parquetMagic); pos < len(inBody); pos += testkit.Step() {
				bad := good[pos] ^ 1<<random.IntN(8)
				write(pos, bad)
				got, err := read()
				write(pos, good[pos])
				switch {
				case err != nil && !strings.Contains(err.Error(), path):
					t.Errorf("byte %d, %#x for %#x: the error does not name the file: %v", pos, bad, good[pos], err)
				case err == nil && (inBody[pos] || !bytes.Equal(got, want)):
					t.Errorf("byte %d, %#x for %#x: read without an error", pos, bad, good[pos])
				}
			}
		})
	}
}

// bodyBytes reports, for each byte before the footer of a file, whether the byte is in the body of
// a page.
func bodyBytes(t *testing.T, data []byte) []bool {
	t.Helper()
	footer := openBytes(t, data).MetaData()
	in := make([]bool, len(data)-footerTail-footer.Size())
	for pos := len(parquetMagic); pos < len(in); {
		rest, size := bytes.NewBuffer(data[pos:]), int32(0)
		header := thrift.NewTCompactProtocolConf(&thrift.TMemoryBuffer{Buffer: rest}, nil)
		for kind := thrift.TType(thrift.VOID); kind != thrift.STOP; {
			_, next, id, err := header.ReadFieldBegin(t.Context())
			switch kind = next; {
			case err != nil || kind == thrift.STOP:
			case id == 3: // compressed_page_size
				size, err = header.ReadI32(t.Context())
			default:
				err = thrift.SkipDefaultDepth(t.Context(), header, kind)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		pos = len(data) - rest.Len()
		for range size {
			in[pos] = true
			pos++
		}
	}
	return in
}

// TestFlippedBitsInFooters checks the errors that a flipped bit in the footer causes. They must
// name the file and must not be Go runtime errors, which would mean nothing to a user. To save
// time, the test flips only two bits of each byte.
func TestFlippedBitsInFooters(t *testing.T) {
	in := store(t, "in.jsonl", `{"id":1,"puzzle":"`+puzzle(0)+`","tags":["a"],"x":0.5}`+"\n"+`{"id":2,"puzzle":"`+puzzle(1)+`","tags":[],"x":null}`+"\n")
	good := mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{}, 100)
	path := store(t, "flipped.parquet", string(good))
	ofCode := regexp.MustCompile("runtime error|nil pointer|index out of range|slice bounds|interface conversion|panic")
	for pos := len(good) - footerTail - openBytes(t, good).MetaData().Size(); pos < len(good); pos++ {
		for bit := pos % 4; bit < 8; bit += 4 {
			bad := bytes.Clone(good)
			bad[pos] ^= 1 << bit
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := convert([]string{path}, keepAll, "out.csv", WriteOptions{}, 100)
			if err == nil {
				continue
			}
			if !strings.Contains(err.Error(), path) || ofCode.MatchString(err.Error()) {
				t.Fatalf("byte %d, bit %d: %v", pos, bit, err)
			}
		}
	}
}
