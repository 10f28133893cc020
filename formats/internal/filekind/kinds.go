// Package filekind recognizes containers and unreadable files by their first bytes. It recognizes
// special zip archives, such as Excel workbooks, by a member's name. It has advice on each kind.
package filekind

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"github.com/gridmill/gridmill/formats/internal/scan"
)

// A Kind is a kind of file that this package recognizes.
type Kind struct {
	What   string // completes "it is ..."
	Advice string // what to do with a file that cannot be read
	IsText bool   // whether the file is read as text if an option requests a text format
	// Container is Zip or the name of a compression format. It is empty if the file is not a
	// container. A container inside another one cannot be read. What and Advice describe this case.
	Container string
	starts    func(first []byte) bool
	members   []string // patterns of member names; a zip archive with a matching member is of this kind
}

// Zip is the Container of a zip archive.
const Zip = "zip"

// StartSize is the number of bytes needed to recognize a file.
const StartSize = 512

// MagicSize is the number of bytes needed to recognize any container.
const MagicSize = 6

// kinds lists containers and files that users pass by mistake, if first bytes identify them.
var kinds = []Kind{
	{What: "a zip archive inside another compressed file", starts: Starts("PK\x03\x04", "PK\x05\x06"), Container: Zip, Advice: "the index of a zip archive is at its end, so extract the archive to a file first"},
	{What: compressedTwice, starts: Starts("\x1f\x8b"), Container: "gzip", Advice: adviceOnLayers},
	{What: compressedTwice, starts: startsZstd, Container: "zstd", Advice: adviceOnLayers},
	{What: compressedTwice, starts: Starts("\xfd7zXZ\x00"), Container: "xz", Advice: adviceOnLayers},
	{What: compressedTwice, starts: startsBzip2, Container: "bzip2", Advice: adviceOnLayers},
	{What: compressedTwice, starts: Starts("\x04\x22\x4d\x18"), Container: "lz4", Advice: adviceOnLayers},

	{What: "text in UTF-16 or UTF-32", starts: Starts("\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"), Advice: "convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8, or -f UTF-32)"},
	{What: "a tar archive", starts: func(first []byte) bool { return len(first) > 257 && bytes.HasPrefix(first[257:], []byte("ustar")) }, Advice: "extract it first (tar -xf) and use its files as inputs"},
	{What: "an old Excel workbook (.xls)", starts: Starts("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Advice: adviceOnSheets},
	{What: "an SQLite database", starts: Starts("SQLite format 3\x00"), Advice: "export the table as CSV first (sqlite3 -header -csv FILE 'SELECT * FROM TABLE')"},
	{What: "a Python or PyTorch pickle", starts: Starts("\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05"), Advice: adviceOnTensors}, // protocols 2 to 5
	{What: "an Avro file", starts: Starts("Obj\x01"), Advice: "convert it to Parquet first"},
	{What: "an HDF5 file", starts: Starts("\x89HDF\r\n\x1a\n"), Advice: "store its arrays as .npy files first"},
	{What: "a PDF document", starts: Starts("%PDF-"), Advice: adviceOnPages},
	{What: "a web page (HTML)", starts: startsPage, IsText: true, Advice: "if it is an error page, download the actual file; if not, save its tables as CSV first"},
	{What: "XML", starts: Starts("<?xml"), IsText: true, Advice: adviceOnPages},
	{What: "a Git LFS pointer", starts: Starts("version https://git-lfs"), IsText: true, Advice: "fetch the file that it refers to (git lfs pull)"},
	{What: "binary data of an unknown kind", starts: isBinary, IsText: true, Advice: "if the file is damaged, download or write it again; if not, convert text to UTF-8, and other data to CSV or Parquet"},
}

const (
	compressedTwice = "data that was compressed twice"
	adviceOnLayers  = "remove one layer of compression first (with gzip -dc, or with the program that compressed the data)"
	adviceOnPages   = "copy its puzzles into a text file, one per line"
	adviceOnSheets  = "save its sheet as CSV first (Save As, CSV UTF-8)"
	adviceOnTensors = "store its grids as a NumPy array or as CSV first"
)

// Of returns the kind of a file, or nil if no kind matches. Callers must first rule out formats
// that have their own magic bytes, such as Parquet.
func Of(first []byte) *Kind {
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.starts(first) }); i >= 0 {
		return &kinds[i]
	}
	return nil
}

// zipKinds lists the kinds of zip archives that a member's name identifies.
var zipKinds = []Kind{
	{What: "an Excel workbook", Advice: adviceOnSheets, members: []string{"xl/workbook.xml", "xl/workbook.bin"}},
	{What: "a Word document", Advice: adviceOnPages, members: []string{"word/document.xml"}},
	{What: "an OpenDocument, EPUB or iWork (Numbers, Pages) file", Advice: adviceOnSheets + ", or " + adviceOnPages, members: []string{"mimetype", "META-INF/manifest.xml", "Index/Document.iwa"}},
	{What: "a PyTorch file", Advice: adviceOnTensors, members: []string{"*/data.pkl", "data.pkl"}},
}

// OfArchiveWith returns the kind of a zip archive that has the given member, or nil if unknown.
func OfArchiveWith(member string) *Kind {
	is := func(pattern string) bool { matches, _ := path.Match(pattern, member); return matches }
	if i := slices.IndexFunc(zipKinds, func(k Kind) bool { return slices.ContainsFunc(k.members, is) }); i >= 0 {
		return &zipKinds[i]
	}
	return nil
}

// Unreadable returns the error for a file of a kind that cannot be read.
func (k *Kind) Unreadable() error {
	return fmt.Errorf("it is %s, which cannot be read; %s", k.What, k.Advice)
}

// Starts returns a function that reports whether data starts with any of the given strings.
func Starts(starts ...string) func([]byte) bool {
	return func(data []byte) bool {
		return slices.ContainsFunc(starts, func(start string) bool { return bytes.HasPrefix(data, []byte(start)) })
	}
}

// startsZstd reports whether a file starts with a Zstandard frame, or with a skippable frame as
// written by pzstd. The first byte of a skippable frame is 0x50 to 0x5f.
func startsZstd(first []byte) bool {
	isSkippable := len(first) > 0 && first[0]&^0xf == 0x50 && bytes.HasPrefix(first[1:], []byte("\x2a\x4d\x18"))
	return isSkippable || bytes.HasPrefix(first, []byte("\x28\xb5\x2f\xfd"))
}

// startsBzip2 looks for the magic bytes, a level, and the first byte of a block or of the trailer.
func startsBzip2(first []byte) bool {
	return len(first) > 4 && bytes.HasPrefix(first, []byte("BZh")) && first[3]-'1' < 9 && (first[4] == 0x31 || first[4] == 0x17)
}

func startsPage(first []byte) bool {
	return Starts("<!doctype html", "<html", "<head", "<body", "<table")(bytes.ToLower(scan.TrimStart(first)))
}

// isBinary reports whether a file has many control characters, spread over most of its blocks. In
// damaged text, control characters are rare or confined to a few blocks.
func isBinary(first []byte) bool {
	const blockBytes = 64
	controls, blocks := 0, 0 // blocks counts the blocks with controls
	for block := range slices.Chunk(first, blockBytes) {
		before := controls
		for _, c := range block {
			if c < ' ' && (c < '\t' || c > '\r') {
				controls++
			}
		}
		blocks += min(controls-before, 1)
	}
	return controls >= 8 && 16*controls > len(first) && 2*blocks > (len(first)+blockBytes-1)/blockBytes
}
