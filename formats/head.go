package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/scan"
)

// A head is the start of a text, from the first possible row. It determines how the text is read.
type head struct {
	text     []byte
	cutter   *scan.Cutter
	options  *ReadOptions
	expected Format          // format that an option or the file's name indicates, or Auto
	tables   map[byte]*table // tables found so far, by delimiter
	// hasSpans is set if records of a table span lines (see table.spans), so the text is CSV.
	hasSpans bool
	// puzzleLines is the number of lines() that hold one puzzle each, or 0 if hasSpans is set.
	puzzleLines int
	rows        int // if the stream paused after text, the number of rows in text; otherwise 0
}

// sampleRows is the number of rows at the start of a file that determine how it is read.
const sampleRows = 100

// A sample holds the text of all fields in the first rows of a file.
type sample [][][]byte

// notGrid takes the place of values in a sample if the type of their column cannot hold grids.
var notGrid = []byte("not a grid")

// read reads the head, skipping empty lines and comments before it, and returns the format. If the
// stream pauses, its writer may be waiting for an answer. read then uses the records received so
// far, but waits for more records if they could be a title or a header.
func (h *head) read() (format Format, err error) {
	for {
		h.text, err = h.cutter.Peek(sampleRows+1, h.mayBeRow)
		paused := files.IsPause(err)
		switch {
		case err != nil && !paused, h.isEmpty():
			return Auto, err
		case h.cutter.Line() == 1 && bytes.IndexByte(h.text, '\n') < 0 && bytes.IndexByte(bytes.TrimSpace(h.text), '\r') >= 0:
			return Auto, errors.New("lines end with carriage returns only, as on very old systems; convert the carriage returns to line feeds first (tr '\\r' '\\n')")
		}
		isSpanning := func(t *table) bool { return t.spans }
		h.hasSpans = bytes.IndexByte(h.text, '"') >= 0 && slices.ContainsFunc(h.possibleTables(), isSpanning)
		if h.puzzleLines = 0; !h.hasSpans {
			h.puzzleLines = countWhere(h.lines(), h.isLineOfPuzzle)
		}
		format, err = h.recognize()
		if !paused {
			return format, err
		}
		hasWords := func(line []byte) bool { return bytes.ContainsAny(line, " \t,;|") }
		if err != nil && !slices.ContainsFunc(h.lines(), hasWords) {
			format, err = Text, nil
		}
		if err == nil {
			h.rows = h.countRows(format)
		}
		if h.rows > 0 {
			return format, nil
		}
		clear(h.tables)
	}
}

// mayBeRow reports whether a line can be the first record. Lines before that record, such as the
// "sep=;" that spreadsheets write, are skipped. CSV has no comments, so a line that starts with "#"
// can be a record if it looks like a result, or if a field is a grid or a known column name.
func (h *head) mayBeRow(line []byte) bool {
	if len(line) == 0 || len(line) == 5 && bytes.HasPrefix(line, []byte("sep=")) {
		return false
	}
	return line[0] != '#' || !bytes.HasPrefix(line, []byte("# ")) && slices.ContainsFunc(delimiters, func(d byte) bool {
		names, values := splitRecord(line, d)
		isComment := len(names) < 2 || strings.ContainsAny(names[0], " :") // as in "# sorted, without repeats"
		isResult := d == ':' && isResultLine(values) && h.options.Results != IgnoreResults
		isCSV := d != scan.Spaces && (slices.ContainsFunc(values, isGrid) || len(namedColumns(names, puzzleNames)) > 0)
		return !isComment && (isResult || isCSV)
	})
}

// countRows returns the number of rows in the head of a file of the given format.
func (h *head) countRows(format Format) int {
	switch format {
	case Grids:
		return len(h.lines()) / 9
	case CSV, TSV:
		return len(h.csvTable().data())
	case Cells:
		if t := h.cellTable(); t != nil {
			return len(t.data())
		}
	}
	return len(h.lines())
}

// isEmpty reports whether the text does not hold any records.
func (h *head) isEmpty() bool { return h.cutter.AtEOF() && len(bytes.Trim(h.text, "\r\n")) == 0 }

// lines returns the first lines that are neither empty nor comments.
func (h *head) lines() (found [][]byte) {
	for line := range bytes.Lines(h.text) {
		if line = bytes.TrimRight(line, "\r\n"); !skipLine(line) && len(found) < sampleRows {
			found = append(found, line)
		}
	}
	return found
}
