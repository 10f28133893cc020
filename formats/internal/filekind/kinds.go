package filekind

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// A Kind is a kind of file.
type Kind struct {
	What string // as it stands after "it is"
	// Format is the name of the format that it is read as. It is empty where it is not read.
	Format string
	// Advice is how to make of it what can be read.
	Advice string
	// IsText says that it may be read as text all the same if that is asked for.
	IsText bool
	starts func(head []byte) bool
}

// HeadSize is how many bytes of a file are enough to recognize it.
const HeadSize = 512

// ZipMagic starts a zip archive.
const ZipMagic = "PK\x03\x04"

// kinds is the one table of kinds of binary files, and of text that holds no rows.
// Compressions and Parquet are recognized earlier.
var kinds = []Kind{
	{What: "JSON of columns, and not of rows", starts: jsonColumns.Match, IsText: true, Advice: "write it by rows first (in Python: pandas.read_json(FILE).to_json(FILE + '.jsonl', orient='records', lines=True))"},
	{What: "a dictionary as Python prints it", starts: startsDictionary, IsText: true, Advice: "write it as JSON first (in Python: json.dumps(ast.literal_eval(TEXT)) for each line, or for all of it)"},
	{What: "JSON", starts: startsArray, Format: "json", IsText: true},
	{What: "JSON", starts: startsJSON, Format: "jsonl", IsText: true},
	{What: "an Arrow file", starts: magic("ARROW1\x00\x00"), Format: "arrow"},
	{What: "an Arrow stream", starts: magic("\xff\xff\xff\xff"), Format: "arrow"},
	{What: "a NumPy array", starts: magic("\x93NUMPY"), Format: "npy"},

	{What: "a zip archive in a stream", starts: magic(ZipMagic), Advice: "its index stands at the end, so give it as a file of its own, not compressed"},
	{What: "a tar archive", starts: magicAt(257, "ustar"), Advice: "extract its files first (tar -xf) and give those"},
	{What: "LZ4 data", starts: magic("\x04\x22\x4d\x18"), Advice: "decompress it first (lz4 -dc)"},
	{What: "a 7z archive", starts: magic("7z\xbc\xaf\x27\x1c"), Advice: "extract its files first (7z x) and give those"},
	{What: "a RAR archive", starts: magic("Rar!\x1a\x07"), Advice: "extract its files first (unrar x) and give those"},
	{What: "LZMA data of the old kind", starts: magic("\x5d\x00\x00"), Advice: "decompress it first (xz -dc)"},
	{What: "Snappy data", starts: magic("\xff\x06\x00\x00sNaPpY"), Advice: "decompress it first (snzip -dc)"},
	{What: "an old Excel workbook (.xls)", starts: magic("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Advice: adviceOnSheets},
	{What: "an SQLite database", starts: magic("SQLite format 3\x00"), Advice: "export the table as CSV first (sqlite3 -header -csv FILE 'SELECT * FROM TABLE')"},
	{What: "a DuckDB database", starts: magicAt(8, "DUCK"), Advice: "export the table as Parquet first (COPY TABLE TO 'FILE.parquet')"},
	{What: "a PyTorch file", starts: magic("\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."), Advice: adviceOnTensors},
	{What: "a Python pickle", starts: startsPickle, Advice: "store it as Parquet first (in Python: pandas.read_pickle(FILE).to_parquet(FILE + '.parquet'))"},
	{What: "an HDF5 file", starts: magic("\x89HDF\r\n\x1a\n"), Advice: "store its arrays with numpy.savez first"},
	{What: "a Feather file of version 1", starts: magic("FEA1"), Advice: "write it as version 2 first (in Python: pyarrow.feather.write_feather)"},
	{What: "an ORC file", starts: magic("ORC\x0a"), Advice: "write it as Parquet first"},
	{What: "an Avro file", starts: magic("Obj\x01"), Advice: "write it as Parquet first"},
	{What: "a PDF document", starts: magic("%PDF-"), Advice: "copy its puzzles into a text file, one a line"},
	{What: "a picture", starts: startsPicture, Advice: "type its puzzles into a text file, one a line"},
	{What: "a web page (HTML)", starts: startsMarkup("<!doctype html", "<html", "<head", "<body", "<table"), IsText: true, Advice: "fetch the file that the page links to"},
	{What: "XML", starts: startsMarkup("<?xml"), IsText: true, Advice: "write its puzzles into a text file, one a line"},
	{What: "a pointer of Git LFS", starts: magic("version https://git-lfs"), IsText: true, Advice: "fetch the file that it stands for (git lfs pull)"},
}

// jsonColumns is how an object starts whose first value is a column: values by the numbers of
// their rows.
var jsonColumns = regexp.MustCompile(`^\s*\{\s*"[^"]*"\s*:\s*(\{\s*"0"\s*:\s*("[^"]*"|[^][{}",]*)\s*,\s*"1"\s*:)`)

const (
	adviceOnSheets  = "save its sheet as CSV first (in a spreadsheet program: Save As, CSV UTF-8)"
	adviceOnTensors = "store its tensor as a NumPy array first (in Python: numpy.save('FILE.npy', torch.load(FILE).numpy()))"
)

// Of returns the kind of a file, or nil for what is perhaps text.
func Of(head []byte) *Kind {
	for i := range kinds {
		if kinds[i].starts(head) {
			return &kinds[i]
		}
	}
	return nil
}

// zipKinds are the kinds of files that are zip archives, by the members that only they have.
var zipKinds = []struct {
	member string
	kind   Kind
}{
	{"xl/workbook.xml", Kind{What: "an Excel workbook", Advice: adviceOnSheets}},
	{"xl/workbook.bin", Kind{What: "an Excel workbook", Advice: adviceOnSheets}},
	{"META-INF/manifest.xml", Kind{What: "an OpenDocument file", Advice: adviceOnSheets}},
	{"word/document.xml", Kind{What: "a Word document", Advice: "copy its puzzles into a text file, one a line"}},
	{"data.pkl", Kind{What: "a PyTorch file", Advice: adviceOnTensors}},
}

// OfArchiveWith returns the kind of a zip archive with such a member, or nil where the member
// does not show it.
func OfArchiveWith(member string) *Kind {
	for i := range zipKinds {
		if only := zipKinds[i].member; member == only || strings.HasSuffix(member, "/"+only) {
			return &zipKinds[i].kind
		}
	}
	return nil
}

// Unreadable is the fault of a file that is not read.
func (k *Kind) Unreadable() error {
	return fmt.Errorf("it is %s, which cannot be read; %s", k.What, k.Advice)
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
	if array, found := bytes.CutPrefix(head, []byte("[")); found {
		head = bytes.TrimLeft(array, " \t\r\n")
	}
	if object, found := bytes.CutPrefix(head, []byte("{")); found {
		object = bytes.TrimLeft(object, " \t\r\n")
		return len(object) == 0 || object[0] == '"' || object[0] == '}'
	}
	return false
}

// startsDictionary reports whether text starts with a dictionary, or a list of some, whose first
// key stands in single quotes.
func startsDictionary(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(trimStart(head), []byte("[")), " \t\r\n")
	object, found := bytes.CutPrefix(head, []byte("{"))
	return found && bytes.HasPrefix(bytes.TrimLeft(object, " \t\r\n"), []byte("'"))
}

// startsArray reports whether text starts with an array of objects.
func startsArray(head []byte) bool {
	return startsJSON(head) && trimStart(head)[0] == '['
}

// startsPickle reports whether a pickle starts so: of protocol 2 to 5, or of protocol 0 or 1
// with a list, a dictionary or an object of a class that holds tables.
func startsPickle(head []byte) bool {
	return len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5 ||
		startsWith(head, "(lp0\n", "(dp0\n", "(lp1\n", "(dp1\n", "ccopy_reg\n", "cnumpy", "cpandas", "c__builtin__\n", "]q\x00", "}q\x00")
}

func startsPicture(head []byte) bool {
	return startsWith(head, "\x89PNG\r\n", "\xff\xd8\xff", "GIF8")
}

func startsWith(head []byte, starts ...string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return bytes.HasPrefix(head, []byte(start)) })
}

// startsMarkup reports whether text starts with one of some tags, whatever their case, behind
// comments or not.
func startsMarkup(tags ...string) func([]byte) bool {
	return func(head []byte) bool {
		head = bytes.ToLower(trimStart(head))
		for bytes.HasPrefix(head, []byte("<!--")) {
			_, head, _ = bytes.Cut(head, []byte("-->"))
			head = trimStart(head)
		}
		return startsWith(head, tags...)
	}
}
