package filekind

import (
	"fmt"
	"strings"
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

// ZipMagicSize is how long what IsZip looks at is, in bytes.
const ZipMagicSize = 4

// IsZip reports whether a file starts as a zip archive does, with members or without.
func IsZip(head []byte) bool { return startsWith(head, "PK\x03\x04", "PK\x05\x06") }

// kinds is the one table of kinds of binary files, of text that holds no rows, and of text in
// other encodings. Compressions and Parquet are recognized earlier.
var kinds = []Kind{
	{What: "text in UTF-32", starts: startsAny("\xff\xfe\x00\x00", "\x00\x00\xfe\xff"), Advice: adviceOnEncoding + "32 -t UTF-8)"},
	{What: "text in UTF-16", starts: startsAny("\xff\xfe", "\xfe\xff"), Advice: adviceOnEncoding + "16 -t UTF-8)"},
	{What: "text in UTF-32 without a mark", starts: wide(4, 0), Advice: adviceOnEncoding + "32LE -t UTF-8)"},
	{What: "text in UTF-32 without a mark", starts: wide(4, 3), Advice: adviceOnEncoding + "32BE -t UTF-8)"},
	{What: "text in UTF-16 without a mark", starts: wide(2, 0), Advice: adviceOnEncoding + "16LE -t UTF-8)"},
	{What: "text in UTF-16 without a mark", starts: wide(2, 1), Advice: adviceOnEncoding + "16BE -t UTF-8)"},

	{What: "JSON of columns, and not of rows", starts: jsonColumns.Match, IsText: true, Advice: "write it by rows first (in Python: pandas.read_json(FILE, dtype=False).to_json(FILE + '.jsonl', orient='records', lines=True))"},
	{What: "a dictionary as Python prints it", starts: startsDictionary, IsText: true, Advice: "write it as JSON first (in Python: json.dumps(ast.literal_eval(TEXT)) for each line, or for all of it)"},
	{What: "JSON", starts: startsArray, Format: "json", IsText: true},
	{What: "JSON", starts: startsJSON, Format: "jsonl", IsText: true},
	{What: "an Arrow file", starts: magic("ARROW1\x00\x00"), Format: "arrow"},
	{What: "an Arrow stream", starts: magic("\xff\xff\xff\xff"), Format: "arrow"},
	{What: "a NumPy array", starts: magic("\x93NUMPY"), Format: "npy"},

	{What: "a zip archive in a stream", starts: IsZip, Advice: "its index stands at the end, so give it as a file of its own, not compressed"},
	{What: "a tar archive", starts: magicAt(257, "ustar"), Advice: "extract its files first (tar -xf) and give those"},
	{What: "data that was compressed twice", starts: startsAny("\x1f\x8b\x08", "\x28\xb5\x2f\xfd", "\xfd7zXZ\x00", "BZh91AY&SY", "\x04\x22\x4d\x18"), Advice: "decompress it once first (gzip -dc, or what it was made with)"},
	{What: "data of compress (.Z)", starts: magic("\x1f\x9d"), Advice: "decompress it first (gzip -dc)"},
	{What: "a 7z archive", starts: magic("7z\xbc\xaf\x27\x1c"), Advice: "extract its files first (7z x) and give those"},
	{What: "a RAR archive", starts: magic("Rar!\x1a\x07"), Advice: "extract its files first (unrar x) and give those"},
	{What: "LZMA data of the old kind", starts: magic("\x5d\x00\x00"), Advice: "decompress it first (xz -dc)"},
	{What: "Snappy data", starts: magic("\xff\x06\x00\x00sNaPpY"), Advice: "decompress it first (snzip -dc)"},
	{What: "an old Excel workbook (.xls)", starts: magic("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Advice: adviceOnSheets},
	{What: "an SQLite database", starts: magic("SQLite format 3\x00"), Advice: "export the table as CSV first (sqlite3 -header -csv FILE 'SELECT * FROM TABLE')"},
	{What: "a DuckDB database", starts: magicAt(8, "DUCK"), Advice: "export the table as Parquet first (COPY TABLE TO 'FILE.parquet')"},
	{What: "a PyTorch file", starts: magic("\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."), Advice: adviceOnTensors},
	{What: "a Python pickle", starts: startsPickle, Advice: "store it as CSV first (in Python: pandas.DataFrame(pandas.read_pickle(FILE)).to_csv(FILE + '.csv', index=False))"},
	{What: "an HDF5 file", starts: magic("\x89HDF\r\n\x1a\n"), Advice: "store its arrays with numpy.savez first"},
	{What: "a Feather file of version 1", starts: magic("FEA1"), Advice: "write it as version 2 first (in Python: pyarrow.feather.write_feather)"},
	{What: "an ORC file", starts: both(magic("ORC"), isBinary), Advice: "write it as Parquet first (in Python: pandas.read_orc(FILE).to_parquet(FILE + '.parquet'))"},
	{What: "an Avro file", starts: magic("Obj\x01"), Advice: "write it as Parquet first"},
	{What: "a MATLAB file", starts: startsAny("MATLAB 5.0 MAT-file", "MATLAB 7.3 MAT-file"), Advice: "write its matrix as CSV first (in MATLAB: writematrix(X, 'FILE.csv'))"},
	{What: "an object of R (.rds)", starts: magic("X\n\x00\x00\x00"), Advice: "write it as CSV first (in R: write.csv(readRDS(FILE), 'FILE.csv', row.names = FALSE))"},
	{What: "data of R (.RData, .rda)", starts: startsAny("RDX2\nX\n", "RDX3\nX\n"), Advice: "write its table as CSV first (in R: write.csv(get(load(FILE)), 'FILE.csv', row.names = FALSE))"},
	{What: "a TFRecord file", starts: startsRecord, Advice: "write its examples as CSV or JSON lines first (in Python: tensorflow.data.TFRecordDataset)"},
	{What: "a safetensors file", starts: startsTensors, Advice: "store its tensor as a NumPy array first (in Python: numpy.save('FILE.npy', safetensors.numpy.load_file(FILE)[NAME]))"},
	{What: "MessagePack", starts: startsMessagePack, Advice: "write it as JSON lines first (in Python: pandas.DataFrame(msgpack.load(open(FILE, 'rb'))).to_json(FILE + '.jsonl', orient='records', lines=True))"},
	{What: "YAML", starts: startsYAML.Match, IsText: true, Advice: "write it as JSON lines first (yq -c '.[]', or as some versions have it: yq -o=json -I=0 '.[]')"},
	{What: "a PDF document", starts: magic("%PDF-"), Advice: "copy its puzzles into a text file, one a line"},
	{What: "a picture", starts: startsPicture, Advice: "type its puzzles into a text file, one a line"},
	{What: "a web page (HTML)", starts: startsMarkup("<!doctype html", "<html", "<head", "<body", "<meta", "<title", "<div", "<table", "<tbody", "<thead", "<tr>", "<tr "), IsText: true, Advice: "fetch the file that the page links to, or write its table as CSV (in Python: pandas.read_html(FILE, converters=dict.fromkeys(range(99), str))[0].to_csv(FILE + '.csv'))"},
	{What: "XML", starts: startsMarkup("<?xml"), IsText: true, Advice: "write its puzzles into a text file, one a line"},
	{What: "a dump of SQLite", starts: startsAny("PRAGMA foreign_keys", "BEGIN TRANSACTION;"), IsText: true, Advice: "write its table as CSV (sqlite3 -header -csv :memory: '.read FILE' 'SELECT * FROM TABLE')"},
	{What: "SQL", starts: startsSQL, IsText: true, Advice: "load it and have the database write its table as CSV, or take the grids alone out of it (grep -oE '[0-9.]{81}' FILE)"},
	{What: "text of R", starts: startsR, IsText: true, Advice: "write it as CSV first (in R: write.csv(dget(FILE), 'FILE.csv', row.names = FALSE))"},
	{What: "LaTeX", starts: startsLaTeX, IsText: true, Advice: "write the cells of its grids alone, 81 a line"},
	{What: "a document of a word processor (RTF)", starts: magic("{\\rtf"), IsText: true, Advice: "save it as plain text first"},
	{What: "a pointer of Git LFS", starts: magic("version https://git-lfs"), IsText: true, Advice: "fetch the file that it stands for (git lfs pull)"},
}

const (
	adviceOnEncoding = "convert it to UTF-8 first (iconv -f UTF-" // and which it is in
	adviceOnSheets   = "save its sheet as CSV first (in a spreadsheet program: Save As, CSV UTF-8)"
	adviceOnTensors  = "store its tensor as a NumPy array first (in Python: numpy.save('FILE.npy', torch.load(FILE).numpy()))"
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

// Binary returns a kind of its own for a file that is none of the others and no text either, or
// nil.
func Binary(head []byte) *Kind {
	if seemsBinary(head) {
		return &unknown
	}
	return nil
}

var unknown = Kind{What: "binary data of a kind that is not known", Advice: "have the program that made it write CSV or Parquet, or decompress it first if it is compressed (brotli -dc)"}

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
