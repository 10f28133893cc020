package formats

import (
	"bytes"
	"fmt"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// fileKind is a kind of file that its first bytes show, whatever its name.
type fileKind struct {
	what   string // as it stands after "it is"
	starts func(head []byte) bool
	// format is how it is read, or Auto where it is not.
	format Format
	// advice is how to make of it what can be read.
	advice string
	// isText says that it may be read as text all the same if that is asked for.
	isText bool
}

// headSize is how many bytes of a file are enough to recognize it.
const headSize = 512

// fileKinds is the one table of kinds of binary files, and of text that holds no rows.
// Compressions and Parquet are recognized earlier.
var fileKinds = []fileKind{
	{what: "JSON", starts: startsJSON, format: JSONL, isText: true},
	{what: "an Arrow file", starts: magic("ARROW1\x00\x00"), format: Arrow},
	{what: "an Arrow stream", starts: magic("\xff\xff\xff\xff"), format: Arrow},
	{what: "a NumPy array", starts: magic("\x93NUMPY"), format: NPY},

	{what: "a zip archive in a stream", starts: magic(zipMagic), advice: "its index stands at the end, so give it as a file of its own, not compressed"},
	{what: "a tar archive", starts: magicAt(257, "ustar"), advice: "extract its files first (tar -xf) and give those"},
	{what: "LZ4 data", starts: magic("\x04\x22\x4d\x18"), advice: "decompress it first (lz4 -dc)"},
	{what: "a 7z archive", starts: magic("7z\xbc\xaf\x27\x1c"), advice: "extract its files first (7z x) and give those"},
	{what: "a RAR archive", starts: magic("Rar!\x1a\x07"), advice: "extract its files first (unrar x) and give those"},
	{what: "LZMA data of the old kind", starts: magic("\x5d\x00\x00"), advice: "decompress it first (xz -dc)"},
	{what: "Snappy data", starts: magic("\xff\x06\x00\x00sNaPpY"), advice: "decompress it first (snzip -dc)"},
	{what: "an old Excel workbook (.xls)", starts: magic("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), advice: adviceOnSheets},
	{what: "an SQLite database", starts: magic("SQLite format 3\x00"), advice: "export the table as CSV first (sqlite3 -header -csv FILE 'SELECT * FROM TABLE')"},
	{what: "a DuckDB database", starts: magicAt(8, "DUCK"), advice: "export the table as Parquet first (COPY TABLE TO 'FILE.parquet')"},
	{what: "a PyTorch file", starts: magic("\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."), advice: adviceOnTensors},
	{what: "a Python pickle", starts: startsPickle, advice: "store it as Parquet first (in Python: pandas.read_pickle(FILE).to_parquet(FILE + '.parquet'))"},
	{what: "an HDF5 file", starts: magic("\x89HDF\r\n\x1a\n"), advice: "store its arrays with numpy.savez first"},
	{what: "a Feather file of version 1", starts: magic("FEA1"), advice: "write it as version 2 first (in Python: pyarrow.feather.write_feather)"},
	{what: "an ORC file", starts: magic("ORC\x0a"), advice: "write it as Parquet first"},
	{what: "an Avro file", starts: magic("Obj\x01"), advice: "write it as Parquet first"},
	{what: "a PDF document", starts: magic("%PDF-"), advice: "copy its puzzles into a text file, one a line"},
	{what: "a picture", starts: startsPicture, advice: "type its puzzles into a text file, one a line"},
	{what: "a web page (HTML)", starts: startsMarkup("<!doctype html", "<html"), isText: true, advice: "fetch the file that the page links to"},
	{what: "XML", starts: startsMarkup("<?xml"), isText: true, advice: "write its puzzles into a text file, one a line"},
	{what: "a pointer of Git LFS", starts: magic("version https://git-lfs"), isText: true, advice: "fetch the file that it stands for (git lfs pull)"},
}

const (
	adviceOnSheets  = "save its sheet as CSV first (in a spreadsheet program: Save As, CSV UTF-8)"
	adviceOnTensors = "store its tensor as a NumPy array first (in Python: numpy.save('FILE.npy', torch.load(FILE).numpy()))"
)

// fileKindOf returns the kind of a file, or nil for what is perhaps text.
func fileKindOf(head []byte) *fileKind {
	for i := range fileKinds {
		if fileKinds[i].starts(head) {
			return &fileKinds[i]
		}
	}
	return nil
}

// unreadable is the fault of a file that is not read.
func unreadable(what, advice string) error {
	return fmt.Errorf("it is %s, which cannot be read; %s", what, advice)
}

func magic(text string) func([]byte) bool { return magicAt(0, text) }

func magicAt(place int, text string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) >= place && bytes.HasPrefix(head[place:], []byte(text))
	}
}

// trimStart returns a text without the byte-order mark and the space that it starts with.
func trimStart(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte(scan.ByteOrderMark)), " \t\r\n")
}

// startsJSON reports whether text starts with an object, or with an array of objects. An
// array of anything else may be a line with a grid.
func startsJSON(head []byte) bool {
	head = trimStart(head)
	if array, is := bytes.CutPrefix(head, []byte("[")); is {
		head = bytes.TrimLeft(array, " \t\r\n")
	}
	if object, is := bytes.CutPrefix(head, []byte("{")); is {
		object = bytes.TrimLeft(object, " \t\r\n")
		return len(object) == 0 || object[0] == '"' || object[0] == '}'
	}
	return false
}

// startsArray reports whether JSON starts with an array.
func startsArray(head []byte) bool {
	return bytes.HasPrefix(trimStart(head), []byte("["))
}

// startsPickle reports whether a pickle of protocol 2 to 5 starts so.
func startsPickle(head []byte) bool {
	return len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5
}

func startsPicture(head []byte) bool {
	for _, start := range []string{"\x89PNG\r\n", "\xff\xd8\xff", "GIF8"} {
		if bytes.HasPrefix(head, []byte(start)) {
			return true
		}
	}
	return false
}

// startsMarkup reports whether text starts with one of some tags, whatever their case.
func startsMarkup(tags ...string) func([]byte) bool {
	return func(head []byte) bool {
		head = bytes.ToLower(trimStart(head))
		for _, tag := range tags {
			if bytes.HasPrefix(head, []byte(tag)) {
				return true
			}
		}
		return false
	}
}
