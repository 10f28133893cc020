package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/float16"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"
)

// binaryLayouts are layouts of JSON, Arrow and NumPy, containers of text, and files that are
// named and not read.
func binaryLayouts() (all []layout) {
	all = append(all, jsonLayouts()...)
	all = append(all, nestedLayouts()...)
	all = append(all, arrayLayouts()...)
	all = append(all, containerLayouts()...)
	all = append(all, unreadLayouts()...)
	all = append(all, cutLayouts()...)
	all = append(all, shapeLayouts()...)
	all = append(all, severalLayouts()...)
	return all
}

func jsonLayouts() []layout {
	lines := func(form string) string { return eachPuzzle("", form, ".") }
	plain := lines(`{"puzzle": "P", "solution": "S"}` + "\n")
	items := strings.ReplaceAll(strings.TrimSpace(plain), "\n", ",\n")
	ofRows := func(start, between, end string) (text string) {
		for _, p := range layoutPuzzles {
			text += `{"puzzle": ` + start + strings.Join(rowsOfGrid(p.puzzle), between) + end + `, "solution": "` + p.solution + "\"}\n"
		}
		return text
	}
	return []layout{
		one("JSON lines", "p.jsonl", plain),
		one("JSON lines, question and rating", "train.jsonl", lines(`{"source": "a", "question": "P", "rating": 1.5}`+"\n")),
		one("JSON lines, .ndjson", "p.ndjson", plain),
		one("JSON lines, named .json", "p.json", plain),
		one("JSON lines, named .txt", "p.txt", plain),
		one("JSON lines without a name that says so", "p", plain),
		one("JSON lines, CRLF and byte-order mark", "p.jsonl", "\ufeff"+strings.ReplaceAll(plain, "\n", "\r\n")),
		one("JSON lines, lists of lists", "p.jsonl", lines(`{"grid": L, "solution": T}`+"\n")),
		one("JSON lines, lists of 81", "p.jsonl", strings.ReplaceAll(lines(`{"quiz": [C], "solution": [D]}`+"\n"), ".", "0")),
		one("JSON lines, lists with null for blanks", "p.jsonl", strings.ReplaceAll(strings.ReplaceAll(lines(`{"quiz": [C], "solution": [D]}`+"\n"), "\".\"", "null"), ".", "null")),
		one("JSON lines, lists of lists with null", "p.jsonl", strings.NewReplacer("[0,", "[null,", " 0,", " null,", " 0]", " null]").Replace(lines(`{"grid": L, "solution": T}`+"\n"))),
		one("JSON lines, lists of nine texts", "p.jsonl", ofRows(`["`, `", "`, `"]`)),
		one("JSON lines, nine lines in a text", "p.jsonl", ofRows(`"`, `\n`, `"`)),
		one("JSON lines, lists of floating-point numbers", "p.jsonl", strings.ReplaceAll(eachPuzzle("", `{"quiz": [C.0]}`+"\n", "0"), ",", ".0,")),
		one("JSON lines, keys in any order", "p.jsonl", strings.Replace(plain, `"puzzle"`, `"x": null, "puzzle"`, 1)),
		one("JSON lines, further objects", "p.jsonl", lines(`{"meta": {"id": "I", "tags": ["a"]}, "puzzle": "P"}`+"\n")),
		one("JSON lines in gzip", "p.jsonl.gz", compressed(plain, "gz")),
		one("JSON array", "p.json", "["+items+"]\n"),
		one("JSON array, one line", "p.json", "["+strings.ReplaceAll(items, "\n", " ")+"]"),
		one("JSON array, pretty-printed", "p.json", "[\n"+strings.ReplaceAll(items, `"puzzle"`, "\n    \"puzzle\"")+"\n]\n"),
		one("JSON lines, 81 keys", "p.jsonl", objectsOf(81, "null")),
		one("JSON lines, 81 keys that are numbers", "p.jsonl", strings.ReplaceAll(objectsOf(81, "0"), `"c`, `"`)),
		one("JSON lines, nine keys of rows", "p.jsonl", objectsOf(9, `.`)),
		one("JSON objects one after the other", "p.json", strings.ReplaceAll(plain, ", ", ",\n  ")),
		one("JSON lines with commas behind", "p.jsonl", items+",\n"),
		one("JSON lines with NaN", "p.jsonl", lines(`{"puzzle": "P", "rating": NaN}`+"\n")),
		one("JSON arrays, one a line", "p.json", lines(`[{"puzzle": "P", "solution": "S"}]`+"\n")),
	}
}

// arrayLayouts are arrays of NumPy, and Arrow.
func arrayLayouts() []layout {
	var puzzles, solutions, plusOne, lessOne, plusOneSolved, tens, classes, floats, halves, ninths, longs, texts []byte
	for _, p := range layoutPuzzles {
		for i := range p.puzzle {
			n := byte(0)
			if p.puzzle[i] != '.' {
				n = p.puzzle[i] - '0'
			}
			puzzles, plusOne, lessOne = append(puzzles, n), append(plusOne, n+1), append(lessOne, n-1)
			tens = append(tens, (n+9)%10+1)
			solutions, classes = append(solutions, p.solution[i]-'0'), append(classes, p.solution[i]-'1')
			longs = binary.BigEndian.AppendUint64(longs, uint64(n))
			floats, ninths = append(floats, encodedFloat(float32(n))...), append(ninths, encodedFloat(float32(n)/9-0.5)...)
			halves = binary.LittleEndian.AppendUint16(halves, float16.New(float32(n)).Uint16())
			plusOneSolved = append(plusOneSolved, p.solution[i]-'0'+1)
			texts = binary.LittleEndian.AppendUint32(texts, uint32(p.puzzle[i]))
		}
	}
	byColumns := make([]byte, len(puzzles))
	for i, n := range puzzles {
		byColumns[i%81*3+i/81] = n
	}
	hrm := archive(map[string]string{
		"inputs.npy": array2("|u1", "3, 81", plusOne), "labels.npy": array2("|u1", "3, 81", plusOneSolved),
		"puzzle_identifiers.npy": array2("<i4", "3,", make([]byte, 12)), "puzzle_indices.npy": array2("<i4", "4,", make([]byte, 16)),
	}, "inputs.npy", "labels.npy", "puzzle_identifiers.npy", "puzzle_indices.npy")
	others := archive(map[string]string{
		"mask.npy": array2("|b1", "3, 81", make([]byte, 243)), "quizzes.npy": array2("|u1", "3, 81", puzzles),
		"meta.npy": array2("|O", "3,", []byte("pickle")), "name.npy": array2("<U1", "", make([]byte, 4)),
	}, "mask.npy", "quizzes.npy", "meta.npy", "name.npy")
	pair := archive(map[string]string{"quizzes.npy": array2("|u1", "3, 9, 9", puzzles), "solutions.npy": array2("|u1", "3, 9, 9", solutions)}, "quizzes.npy", "solutions.npy")
	return []layout{
		one("NumPy, N x 81 bytes", "p.npy", array2("|u1", "3, 81", puzzles)),
		one("NumPy, N x 9 x 9 long numbers, big-endian", "p.npy", array2(">i8", "3, 9, 9", longs)),
		one("NumPy, N x 9 x 9 x 1 floats", "p.npy", array2("<f4", "3, 9, 9, 1", floats)),
		one("NumPy, 1 for blank, as for HRM", "inputs.npy", array2("|u1", "3, 81", plusOne)),
		unread("NumPy, answers alone", "labels.npy", array2("|u1", "3, 81", solutions), "the grids in solution are full, as answers are"),
		one("NumPy, answers from 0 to 8 beside puzzles", "set.npz", archive(map[string]string{"X.npy": array2("|u1", "3, 81", puzzles), "y.npy": array2("|u1", "3, 81", classes)}, "X.npy", "y.npy")),
		one("NumPy, -1 for blank, 0 to 8", "p.npy", array2("|i1", "3, 81", lessOne)),
		one("NumPy, 10 for blank", "p.npy", array2("|u1", "3, 81", tens)),
		one("NumPy, strings", "p.npy", array2("<U81", "3,", texts)),
		one("NumPy archive, quizzes and solutions", "p.npz", pair),
		one("NumPy archive of HRM's arrays", "p.npz", hrm),
		one("NumPy archive, arrays without grids beside", "p.npz", others),
		one("NumPy, floats of two bytes", "p.npy", array2("<f2", "3, 81", halves)),
		one("NumPy, floats x/9 - 0.5", "p.npy", array2("<f4", "3, 9, 9, 1", ninths)),
		one("NumPy, floats x/9 - 0.5 and answers 0 to 8", "set.npz", archive(map[string]string{"X.npy": array2("<f4", "3, 9, 9, 1", ninths), "y.npy": array2("|u1", "3, 81", classes)}, "X.npy", "y.npy")),
		one("NumPy, columns first, as of data frames", "p.npy", strings.Replace(array2("|u1", "3, 81", byColumns), "False", "True ", 1)),
		one("NumPy archive, 81 arrays of cells", "p.npz", arraysOfCells(puzzles)),
		one("Arrow file (Feather)", "p.feather", arrowText(true)),
		one("Arrow file, compressed", "p.arrow", arrowText(true, ipc.WithLZ4())),
		one("Arrow stream", "p.arrow", arrowText(false)),
		one("Arrow, 81 columns", "p.arrow", arrowColumns(81)),
		one("Arrow, nine columns of rows", "p.arrow", arrowColumns(9)),
		one("Parquet, 81 columns", "p.parquet", parquetText(81)),
		one("Parquet, nine columns of rows", "p.parquet", parquetText(9)),
		one("Arrow stream without a name that says so", "p", arrowText(false, ipc.WithZstd())),
	}
}

// containerLayouts are compressions and archives of text.
func containerLayouts() []layout {
	csv := eachPuzzle("puzzle,solution\n", "P,S\n", ".")
	first, rest, _ := strings.Cut(strings.TrimPrefix(csv, "puzzle,solution\n"), "\n")
	parts := map[string]string{"data/a.csv": "puzzle,solution\n" + first, "data/b.csv": "puzzle,solution\n" + rest, "README.md": "# Puzzles"}
	return []layout{
		one("xz", "p.csv.xz", compressed(csv, "xz")),
		one("xz, named .csv", "p.csv", compressed(csv, "xz")),
		one("bzip2", "p.csv.bz2", compressed(csv, "bz2")),
		one("LZ4", "p.csv.lz4", compressed(csv, "lz4")),
		one("zip of one file, as from Kaggle", "archive.zip", archive(map[string]string{"sudoku.csv": csv}, "sudoku.csv")),
		one("zip of several files", "archive.zip", archive(parts, "README.md", "data/a.csv", "data/b.csv")),
		one("zip, members in bzip2", "archive.zip", archiveBy(12, func(out io.Writer) (io.WriteCloser, error) {
			return instead{out, compressed(csv, "bz2")}, nil
		}, csv)),
		one("zip, members in Zstandard", "archive.zip", archiveBy(zstd.ZipMethodWinZip, zstd.ZipCompressor(), csv)),
		one("zip of JSON lines", "archive.zip", archive(map[string]string{"p.jsonl": eachPuzzle("", `{"puzzle":"P"}`+"\n", ".")}, "p.jsonl")),
	}
}

// unread returns a layout of one file that is not read, and what the error says.
func unread(name, file, text, says string) layout {
	l := one(name, file, text)
	l.says = says
	return l
}

// unreadLayouts are files that are named, with what to do about them.
func unreadLayouts() []layout {
	csv := eachPuzzle("puzzle,solution\n", "P,S\n", ".")
	var tarball bytes.Buffer
	w := tar.NewWriter(&tarball)
	must(w.WriteHeader(&tar.Header{Name: "p.csv", Mode: 0o666, Size: int64(len(csv))}))
	_, err := io.WriteString(w, csv)
	must(err)
	must(w.Close())
	return []layout{
		unread("Excel", "p.xlsx", archive(map[string]string{"xl/workbook.xml": "<workbook/>"}, "xl/workbook.xml"), "an Excel workbook"),
		unread("Excel of before 2007", "p.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"+strings.Repeat("\x00", 600), "an old Excel workbook"),
		unread("SQLite", "p.db", "SQLite format 3\x00"+strings.Repeat("\x00", 600), "an SQLite database"),
		unread("Python's pickle", "p.pkl", "\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00]\x94.", "a Python pickle"),
		unread("Python's pickle, protocol 0", "p.pkl", "(lp0\nS'"+layoutPuzzles[0].puzzle+"'\np1\na.", "a Python pickle"),
		unread("PyTorch", "p.pt", archive(map[string]string{"p/data.pkl": "\x80\x02"}, "p/data.pkl"), "a PyTorch file"),
		unread("tar", "p.tar", tarball.String(), "a tar archive"),
		unread("tar in gzip", "p.tar.gz", compressed(tarball.String(), "gz"), "a tar archive"),
		unread("HDF5", "p.h5", "\x89HDF\r\n\x1a\n"+strings.Repeat("\x00", 600), "an HDF5 file"),
		unread("a web page", "p.csv", "<!DOCTYPE html>\n<html><body>Please sign in</body></html>\n", "a web page (HTML)"),
		unread("a table of a web page", "p.txt", "\n<!-- saved -->\n<table>\n"+eachPuzzle("", "<tr><td>P</td></tr>\n", ".")+"</table>\n", "a web page (HTML)"),
		unread("a pointer of Git LFS", "p.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "a pointer of Git LFS"),
		unread("JSON lines, keys that repeat", "p.jsonl", eachPuzzle("", `{"puzzle": "P", "puzzle": "S"}`+"\n", "."), "all 3 rows are invalid; the commonest reason: a key repeats"),
		unread("JSON of pandas, columns with row numbers", "p.json", `{"puzzle":{"0":"`+layoutPuzzles[0].puzzle+`","1":"`+layoutPuzzles[1].puzzle+`"}}`, "orient='records', lines=True"),
		unread("NumPy, one-hot", "p.npy", array2("|u1", "3, 9, 9, 10", make([]byte, 2430)), "where grids have (N, 81) or (N, 9, 9)"),
	}
}

// cutLayouts are compressed files that are not complete, whatever their text is.
func cutLayouts() (all []layout) {
	cut := func(name, file, data string) {
		l := one(name+", cut short", file, data[:len(data)-len(data)/8])
		l.says = "data ends too early"
		all = append(all, l)
	}
	var nine strings.Builder
	for _, p := range layoutPuzzles {
		nine.WriteString(strings.Join(rowsOfGrid(p.puzzle), "\n") + "\n")
	}
	csv := eachPuzzle("puzzle,solution\n", "P,S\n", "x")
	for _, extension := range []string{"gz", "zst", "xz"} {
		cut("grids over nine lines in ."+extension, "g.txt."+extension, compressed(nine.String(), extension))
		cut("CSV with x for blanks in ."+extension, "p.csv."+extension, compressed(csv, extension))
	}
	cut("CSV in .bz2", "p.csv.bz2", compressed(csv, "bz2"))
	return all
}

// array2 returns an array in the format .npy.
func array2(descr, shape string, data []byte) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	return "\x93NUMPY\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(header)))) + header + string(data)
}

// encodedFloat returns a float of four bytes.
func encodedFloat(f float32) []byte {
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(f))
}

// arraysOfCells returns an archive with an array for each cell of some grids.
func arraysOfCells(grids []byte) string {
	members, order := map[string]string{}, []string(nil)
	for cell := range 81 {
		name := fmt.Sprintf("c%d.npy", cell)
		var values []byte
		for at := cell; at < len(grids); at += 81 {
			values = append(values, grids[at])
		}
		members[name], order = array2("|u1", fmt.Sprintf("%d,", len(values)), values), append(order, name)
	}
	return archive(members, order...)
}

// archive returns a zip archive of members in the given order.
func archive(members map[string]string, order ...string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range order {
		m, err := w.Create(name)
		must(err)
		_, err = io.WriteString(m, members[name])
		must(err)
	}
	must(w.Close())
	return out.String()
}

// archiveBy returns a zip archive of one member that is compressed by the given method.
func archiveBy(method uint16, compressor zip.Compressor, text string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(method, compressor)
	m, err := w.CreateHeader(&zip.FileHeader{Name: "sudoku.csv", Method: method})
	must(err)
	_, err = io.WriteString(m, text)
	must(err)
	must(w.Close())
	return out.String()
}

// instead writes something instead of what it is given at once.
type instead struct {
	out  io.Writer
	text string
}

func (i instead) Write(p []byte) (int, error) {
	_, err := io.WriteString(i.out, i.text)
	return len(p), err
}

func (instead) Close() error { return nil }

// arrowText returns the puzzles and solutions as an Arrow file or stream.
func arrowText(file bool, options ...ipc.Option) string {
	names := arrow.NewSchema([]arrow.Field{{Name: "puzzle", Type: arrow.BinaryTypes.String}, {Name: "solution", Type: arrow.BinaryTypes.LargeString}}, nil)
	rows := array.NewRecordBuilder(memory.DefaultAllocator, names)
	for _, p := range layoutPuzzles {
		rows.Field(0).(*array.StringBuilder).Append(p.puzzle)
		rows.Field(1).(*array.LargeStringBuilder).Append(p.solution)
	}
	options = append(options, ipc.WithSchema(names))
	var out bytes.Buffer
	var w interface {
		Write(arrow.Record) error
		Close() error
	} = ipc.NewWriter(&out, options...)
	if file {
		var err error
		w, err = ipc.NewFileWriter(seekable{&out}, options...)
		must(err)
	}
	must(w.Write(rows.NewRecord()))
	must(w.Close())
	return out.String()
}

// objectsOf returns objects of JSON with so many keys for each puzzle, of numbers or of texts.
func objectsOf(width int, blank string) (text string) {
	for _, p := range layoutPuzzles {
		var values []string
		for i, cells := range inPieces(p.puzzle, width) {
			if cells = strings.ReplaceAll(cells, ".", blank); width == 9 {
				cells = `"` + cells + `"`
			}
			values = append(values, fmt.Sprintf("%q: %s", columnOf(i, width), cells))
		}
		text += "{" + strings.Join(values, ", ") + "}\n"
	}
	return text
}

// inPieces cuts a grid into so many texts.
func inPieces(grid string, n int) (pieces []string) {
	for i := range n {
		pieces = append(pieces, grid[i*81/n:(i+1)*81/n])
	}
	return pieces
}

// arrowColumns returns an Arrow stream with the puzzles in so many columns, 81 of numbers, null
// for blank, or 9 of texts, behind one with a number.
func arrowColumns(width int) string {
	fields := []arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64}}
	var kind arrow.DataType = arrow.BinaryTypes.String
	if width == 81 {
		kind = arrow.PrimitiveTypes.Int8
	}
	for i := range width {
		fields = append(fields, arrow.Field{Name: columnOf(i, width), Type: kind, Nullable: true})
	}
	names := arrow.NewSchema(fields, nil)
	rows := array.NewRecordBuilder(memory.DefaultAllocator, names)
	for id, p := range layoutPuzzles {
		rows.Field(0).(*array.Int64Builder).Append(int64(id + 1000))
		for i, cells := range inPieces(p.puzzle, width) {
			if cells == "." {
				rows.Field(i + 1).AppendNull()
			} else {
				must(rows.Field(i + 1).AppendValueFromString(cells))
			}
		}
	}
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(names))
	must(w.Write(rows.NewRecord()))
	must(w.Close())
	return out.String()
}

// parquetText returns Parquet with such columns.
func parquetText(width int) string {
	id, err := schema.NewPrimitiveNode("id", parquet.Repetitions.Required, parquet.Types.Int32, -1, -1)
	must(err)
	nodes := schema.FieldList{id}
	kind := parquet.Types.ByteArray
	if width == 81 {
		kind = parquet.Types.Int32
	}
	for i := range width {
		node, err := schema.NewPrimitiveNode(columnOf(i, width), parquet.Repetitions.Optional, kind, -1, -1)
		must(err)
		nodes = append(nodes, node)
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, nodes, -1)
	must(err)
	var out bytes.Buffer
	w := file.NewParquetWriter(&out, root)
	group := w.AppendRowGroup()
	for column := range width + 1 {
		chunk, err := group.NextColumn()
		must(err)
		var levels []int16
		var numbers []int32
		var texts []parquet.ByteArray
		for row, p := range layoutPuzzles {
			if column == 0 {
				numbers = append(numbers, int32(row+1000))
				continue
			}
			cells := inPieces(p.puzzle, width)[column-1]
			if cells == "." {
				levels = append(levels, 0)
				continue
			}
			levels, numbers, texts = append(levels, 1), append(numbers, int32(cells[0]-'0')), append(texts, parquet.ByteArray(cells))
		}
		if w, isText := chunk.(*file.ByteArrayColumnChunkWriter); isText {
			_, err = w.WriteBatch(texts, levels, nil)
		} else {
			_, err = chunk.(*file.Int32ColumnChunkWriter).WriteBatch(numbers, levels, nil)
		}
		must(err)
		must(chunk.Close())
	}
	must(group.Close())
	must(w.Close())
	return out.String()
}

// seekable is a buffer that is only asked where it stands.
type seekable struct{ *bytes.Buffer }

func (s seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

// bzip2Layout is the CSV of containerLayouts as bzip2 makes it, which no library here writes.
const bzip2Layout = "QlpoOTFBWSZTWUg6w6sAAQBZgHAQAAU/4AIlzhAwAUyMg1MNAlNTymmmaDU2jQinqAZANTyDVT0TQ0ZDHWtV5rkonUaGtDp+OZfkdKoUb6WZmhULQa7laIprJkUsKw8yW48kMgIi6R0QxZxkwRocRaBIkqUAa9ZgXLc69nNEuaNKb1uymoD8VLWWpdnBdZNzZWipGISSmQ5SnVFtgKm5CkWiwiEUXJw5cuMM3ECoExi0mWzFJq3OqxRSQLSy2QvhIjwtpNq2PFsu3WRtAj0E2nMihUks7bo6CV1U4T3WswHc5hk5hRgpiyiZmMd7uR0aa0FuNRFjY3Jdi+SIZZUgbkMlxHXEVsw4eSgWHVqY4a4MxLefff+Pnv167rum+i7kinChIJB1h1Y="

// compressed returns text in the compression of an extension.
func compressed(text, extension string) string {
	if extension == "bz2" {
		data, err := base64.StdEncoding.DecodeString(bzip2Layout)
		must(err)
		return string(data)
	}
	var out bytes.Buffer
	w, err := compressorFor(&out, extension)
	must(err)
	_, err = io.WriteString(w, text)
	must(err)
	must(w.Close())
	return out.String()
}

// compressorFor returns what compresses text as an extension says.
func compressorFor(out io.Writer, extension string) (io.WriteCloser, error) {
	switch extension {
	case "zst":
		return zstd.NewWriter(out)
	case "xz":
		return xz.NewWriter(out)
	case "lz4":
		return lz4.NewWriter(out), nil
	}
	return gzip.NewWriter(out), nil
}
