package main

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// npyWith returns a NumPy array with the given header and cells.
func npyWith(descr, shape string, cells []byte) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, shape)
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	return "\x93NUMPY\x01\x00\x76\x00" + header + string(cells)
}

// numbersOfKnown returns the cells of n known puzzles, or of their solutions if column is 1. It
// adds shift to each cell, and stores the sum as a little-endian integer of the given size.
func numbersOfKnown(n, column, shift, size int) (cells []byte) {
	for _, known := range knownPuzzles()[:n] {
		for _, c := range []byte(strings.ReplaceAll(known[column], ".", "0")) {
			cells = append(cells, binary.LittleEndian.AppendUint64(nil, uint64(int(c-'0')+shift))[:size]...)
		}
	}
	return cells
}

// arrowWith returns an Arrow file or stream with the given rows, which are in JSON.
func arrowWith(isFile bool, fields []arrow.Field, rows string, options ...ipc.Option) string {
	names := arrow.NewSchema(fields, nil)
	record, _, err := array.RecordFromJSON(memory.DefaultAllocator, names, strings.NewReader(rows))
	must(err)
	var out bytes.Buffer
	options = append(options, ipc.WithSchema(names))
	if isFile {
		w, err := ipc.NewFileWriter(&seekableOut{Buffer: &out}, options...)
		must(err)
		must(w.Write(record))
		must(w.Close())
		return out.String()
	}
	w := ipc.NewWriter(&out, options...)
	must(w.Write(record))
	must(w.Close())
	return out.String()
}

// A seekableOut is a buffer with a Seek method, which the Arrow library requires.
type seekableOut struct{ *bytes.Buffer }

// Seek returns the position. The Arrow library never calls Seek to change it.
func (s *seekableOut) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

// parquetWith returns a Parquet file of text columns.
func parquetWith(names []string, rows [][]string) string {
	var fields schema.FieldList
	for _, name := range names {
		fields = append(fields, schema.MustPrimitive(schema.NewPrimitiveNodeLogical(name, parquet.Repetitions.Required, schema.StringLogicalType{}, parquet.Types.ByteArray, -1, -1)))
	}
	return parquetOfGroup(fields, func(i int, chunk file.ColumnChunkWriter) error {
		var values []parquet.ByteArray
		for _, row := range rows {
			values = append(values, parquet.ByteArray(row[i]))
		}
		_, err := chunk.(*file.ByteArrayColumnChunkWriter).WriteBatch(values, nil, nil)
		return err
	})
}

// parquetOfGroup returns a Parquet file with one row group.
func parquetOfGroup(fields schema.FieldList, write func(i int, chunk file.ColumnChunkWriter) error) string {
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	must(err)
	var out bytes.Buffer
	w := file.NewParquetWriter(&out, root)
	group := w.AppendRowGroup()
	for i := range fields {
		chunk, err := group.NextColumn()
		must(err)
		must(write(i, chunk))
		must(chunk.Close())
	}
	must(group.Close())
	must(w.Close())
	return out.String()
}

// parquetOfLists returns a Parquet file in which each puzzle and each solution is a list of nine
// lists of int64, as in the data set sudoku_v1.
func parquetOfLists(n int) string {
	list := func(name string, element schema.Node) schema.Node {
		repeated := schema.MustGroup(schema.NewGroupNode("list", parquet.Repetitions.Repeated, schema.FieldList{element}, -1))
		return schema.MustGroup(schema.NewGroupNodeLogical(name, parquet.Repetitions.Optional, schema.FieldList{repeated}, schema.NewListLogicalType(), -1))
	}
	nested := func(name string) schema.Node {
		return list(name, list("element", schema.NewInt64Node("element", parquet.Repetitions.Optional, -1)))
	}
	return parquetOfGroup(schema.FieldList{nested("grid"), nested("solution")}, func(i int, chunk file.ColumnChunkWriter) error {
		var values []int64
		var def, rep []int16
		for _, cell := range numbersOfKnown(n, i, 0, 1) {
			level := int16(2)
			if len(values)%81 == 0 {
				level = 0
			} else if len(values)%9 == 0 {
				level = 1
			}
			values, def, rep = append(values, int64(cell)), append(def, 5), append(rep, level)
		}
		_, err := chunk.(*file.Int64ColumnChunkWriter).WriteBatch(values, def, rep)
		return err
	})
}

func unseenArrays() []unseenFile {
	text, cell := arrow.BinaryTypes.String, arrow.ListOf(arrow.PrimitiveTypes.Int32)
	pair := func(kind arrow.DataType) []arrow.Field {
		return []arrow.Field{{Name: "puzzle", Type: kind, Nullable: true}, {Name: "solution", Type: kind, Nullable: true}}
	}
	rowsOf := func(form string) string { return "[" + strings.TrimSuffix(fill(3, form+","), ",") + "]" }
	texts := rowsOf(`{"puzzle": "{p}", "solution": "{s}"}`)
	lists := rowsOf(`{"puzzle": [{cells}], "solution": [{solved}]}`)
	var columns []arrow.Field
	for i := range 81 {
		columns = append(columns, arrow.Field{Name: fmt.Sprintf("c%d", i+1), Type: arrow.PrimitiveTypes.Int8})
	}
	var columnRows []string
	for _, known := range knownPuzzles()[:3] {
		var cells []string
		for i, c := range strings.ReplaceAll(known[0], ".", "0") {
			cells = append(cells, fmt.Sprintf(`"c%d": %c`, i+1, c))
		}
		columnRows = append(columnRows, "{"+strings.Join(cells, ",")+"}")
	}
	var floats []byte
	for _, c := range numbersOfKnown(3, 0, 0, 1) {
		floats = binary.LittleEndian.AppendUint32(floats, math.Float32bits(float32(c)/9-0.5))
	}
	var pairs [][]string
	for _, known := range knownPuzzles()[:3] {
		pairs = append(pairs, []string{known[0], known[1]})
	}
	bench := make([][]string, 3)
	for i, p := range pairs {
		bench[i] = []string{"27", p[0], strings.Join(nineLines(p[0]), "\n"), p[1], strings.Join(nineLines(p[1]), "\n")}
	}
	return []unseenFile{
		{name: "NumPy, N x 81 bytes", file: "p.npy", text: npyWith("|u1", "3, 81", numbersOfKnown(3, 0, 0, 1)), want: reads(3)},
		{name: "NumPy, N x 81 in four bytes", file: "p.npy", text: npyWith("<i4", "3, 81", numbersOfKnown(3, 0, 0, 4)), want: reads(3)},
		{name: "NumPy, N x 9 x 9", file: "p.npy", text: npyWith("<i8", "3, 9, 9", numbersOfKnown(3, 0, 0, 8)), want: reads(3)},
		{name: "NumPy, 1 for blanks as HRM has it", file: "all__inputs.npy", text: npyWith("|u1", "3, 81", numbersOfKnown(3, 0, 1, 1)), want: reads(3)},
		{name: "NumPy, a number that is not a cell", file: "p.npy", text: npyWith("|u1", "4, 81", append(numbersOfKnown(3, 0, 0, 1), bytes.Repeat([]byte{77}, 81)...)), want: readsSome(4, 3, "")},
		{name: "NumPy archive", file: "p.npz", text: zipWith("quizzes.npy", npyWith("|u1", "3, 9, 9", numbersOfKnown(3, 0, 0, 1)), "solutions.npy", npyWith("|u1", "3, 9, 9", numbersOfKnown(3, 1, 0, 1))), want: readsWithAnswers(3)},
		{name: "NumPy, floats", file: "p.npy", text: npyWith("<f4", "3, 9, 9", floats), want: refuses("f4", "float")},
		{name: "NumPy, one-hot", file: "p.npy", text: npyWith("|u1", "3, 9, 9, 10", make([]byte, 2430)), want: refuses("3, 9, 9, 10", "shape", "9 x 9 x 10")},
		{name: "NumPy, full grids only", file: "labels.npy", text: npyWith("|u1", "3, 81", numbersOfKnown(3, 1, 0, 1)), want: refuses("no blanks")},
		{name: "NumPy, fewer rows than its shape", file: "p.npy", text: npyWith("|u1", "4, 81", numbersOfKnown(3, 0, 0, 1)), want: refuses("p.npy")},
		{name: "NumPy, more rows than its shape", file: "p.npy", text: npyWith("|u1", "2, 81", numbersOfKnown(3, 0, 0, 1)), want: refuses("p.npy")},
		{name: "Arrow file", file: "p.arrow", text: arrowWith(true, pair(text), texts), want: readsWithAnswers(3)},
		{name: "Arrow file named feather", file: "p.feather", text: arrowWith(true, pair(text), texts), want: readsWithAnswers(3)},
		{name: "Arrow file, compressed with LZ4", file: "p.arrow", text: arrowWith(true, pair(text), texts, ipc.WithLZ4()), want: readsWithAnswers(3)},
		{name: "Arrow stream", file: "p.arrow", text: arrowWith(false, pair(text), texts), want: readsWithAnswers(3)},
		{name: "Arrow stream without an extension", file: "p", text: arrowWith(false, pair(text), texts), want: readsWithAnswers(3)},
		{name: "Arrow, lists", file: "p.arrow", text: arrowWith(true, pair(cell), lists), want: readsWithAnswers(3)},
		{name: "Arrow, 81 columns", file: "p.arrow", text: arrowWith(true, columns, "["+strings.Join(columnRows, ",")+"]"), want: refuses("p.arrow")},
		{name: "Parquet", file: "p.parquet", text: parquetWith([]string{"puzzle", "solution"}, pairs), want: readsWithAnswers(3)},
		{name: "Parquet with another extension", file: "train-00000-of-00001", text: parquetWith([]string{"puzzle", "solution"}, pairs), want: readsWithAnswers(3)},
		{name: "Parquet of sudokubench", file: "test.parquet", text: parquetWith([]string{"starting_cells", "puzzle", "puzzle_pretty", "solution", "solution_pretty"}, bench), want: readsWithAnswers(3)},
		{name: "Parquet of sudoku_v1", file: "train.parquet", text: parquetOfLists(3), want: readsWithAnswers(3)},
		{name: "Parquet that is cut off", file: "p.parquet", text: parquetWith([]string{"puzzle", "solution"}, pairs)[:300], want: refuses("p.parquet")},
	}
}

func unseenContainers() []unseenFile {
	csv := "puzzle,solution\n" + fill(3, "{p},{s}\n")
	first, second := "puzzle\n"+fillOne(0, "{p}\n"), "puzzle\n"+fillOne(1, "{p}\n")+fillOne(2, "{p}\n")
	return []unseenFile{
		{name: "gzip", file: "p.csv.gz", text: packedAs("gz", csv), want: readsWithAnswers(3)},
		{name: "gzip named csv", file: "p.csv", text: packedAs("gz", csv), want: readsWithAnswers(3)},
		{name: "gzip of two members", file: "p.txt.gz", text: packedAs("gz", fillOne(0, "{p}\n")) + packedAs("gz", fillOne(1, "{p}\n")+fillOne(2, "{p}\n")), want: reads(3)},
		{name: "Zstandard", file: "p.csv.zst", text: packedAs("zst", csv), want: readsWithAnswers(3)},
		{name: "xz", file: "p.csv.xz", text: packedAs("xz", csv), want: readsWithAnswers(3)},
		{name: "LZ4", file: "p.csv.lz4", text: packedAs("lz4", csv), want: readsWithAnswers(3)},
		{name: "grids in gzip", file: "p.txt.gz", text: packedAs("gz", fill(3, "{lines}\n\n")), want: reads(3)},
		{name: "a zip of one file as from Kaggle", file: "archive.zip", text: zipWith("sudoku.csv", csv), want: readsWithAnswers(3)},
		{name: "a zip of several files", file: "archive.zip", text: zipWith("data/a.csv", first, "data/b.csv", second), want: reads(3)},
		{name: "a zip with a picture and a document", file: "archive.zip", text: zipWith("a.csv", first, "cover.png", "\x89PNG\r\n\x1a\n", "paper.pdf", "%PDF-1.4\n", "b.csv", second), want: reads(3)},
		{name: "a zip with strange names", file: "archive.zip", text: zipWith("./a.txt", fillOne(0, "{p}\n"), ".b.txt", fillOne(1, "{p}\n"), "__x/d.txt", fillOne(2, "{p}\n")), want: reads(3)},
		{name: "a zip of JSON lines", file: "archive.zip", text: zipWith("p.jsonl", fill(3, `{"puzzle": "{p}"}`+"\n")), want: reads(3)},
		// In an archive with tables, a JSON file usually describes the tables. In an archive
		// without tables, it holds data.
		{name: "a zip of a JSON array", file: "archive.zip", text: zipWith("p.json", "["+strings.TrimSuffix(fill(3, `{"puzzle": "{p}"},`), ",")+"]"), want: reads(3)},
		{name: "a zip with a description in JSON", file: "archive.zip", text: zipWith("dataset-metadata.json", `{"title": "Sudoku"}`, "a.csv", first, "b.csv", second), want: reads(3)},
		{name: "a zip of a file with another extension", file: "archive.zip", text: zipWith("puzzles.dat", fill(3, "{p}\n")), want: reads(3)},
		{name: "gzip that is cut off", file: "p.csv.gz", text: packedAs("gz", csv)[:60], want: refuses("p.csv.gz")},
		{name: "a zip that is cut off", file: "archive.zip", text: zipWith("sudoku.csv", csv)[:200], want: refuses("archive.zip")},
		{name: "a zip without files", file: "archive.zip", text: zipWith(), want: refuses("archive.zip")},
		{name: "a zip of a picture only", file: "archive.zip", text: zipWith("cover.png", "\x89PNG\r\n\x1a\n"), want: refuses("archive.zip")},
	}
}

func unseenRefused() []unseenFile {
	lines := fill(3, "{p}\n")
	var tarball bytes.Buffer
	w := tar.NewWriter(&tarball)
	must(w.WriteHeader(&tar.Header{Name: "p.txt", Mode: 0o666, Size: int64(len(lines))}))
	_, err := io.WriteString(w, lines)
	must(err)
	must(w.Close())
	all := []unseenFile{
		{name: "UTF-16, little-endian", file: "p.csv", text: "\xff\xfe" + inTwoBytes(lines, binary.LittleEndian), want: refuses("UTF-16")},
		{name: "UTF-16, big-endian", file: "p.txt", text: "\xfe\xff" + inTwoBytes(lines, binary.BigEndian), want: refuses("UTF-16")},
		{name: "UTF-16 without a byte-order mark", file: "p.txt", text: inTwoBytes(lines, binary.LittleEndian), want: refuses("binary data")},
		{name: "xlsx", file: "p.xlsx", text: zipWith("[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>", "xl/worksheets/sheet1.xml", "<worksheet/>"), want: refuses("Excel", "xlsx", "spreadsheet")},
		{name: "SQLite", file: "p.db", text: "SQLite format 3\x00" + strings.Repeat("\x00", 600), want: refuses("SQLite")},
		{name: "tar", file: "p.tar", text: tarball.String(), want: refuses("tar archive", "tar file", "a tar")},
		{name: "tar in gzip", file: "p.tar.gz", text: packedAs("gz", tarball.String()), want: refuses("tar archive", "tar file", "a tar")},
		{name: "HTML", file: "p.html", text: "<!DOCTYPE html>\n<html><body>" + lines + "</body></html>\n", want: refuses("HTML", "web page")},
		{name: "an error page saved as CSV", file: "p.csv", text: "<html>\n<head><title>404 Not Found</title></head>\n<body>not found</body></html>\n", want: refuses("HTML", "web page")},
		{name: "a page that asks to sign in, saved as Parquet", file: "p.parquet", text: "<!doctype html><html><body>Please sign in</body></html>\n", want: refuses("HTML", "web page")},
		{name: "pickle", file: "p.pkl", text: "\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00]\x94.", want: refuses("pickle")},
		{name: "PyTorch", file: "p.pt", text: zipWith("p/data.pkl", "\x80\x02.", "p/data/0", "\x00\x00"), want: refuses("PyTorch", "torch", "pickle")},
		{name: "gzip in gzip", file: "p.csv.gz.gz", text: packedAs("gz", packedAs("gz", lines)), want: refuses("twice", "compressed again", "doubly")},
		{name: "gzip in Zstandard", file: "p.csv.zst", text: packedAs("zst", packedAs("gz", lines)), want: refuses("twice", "compressed again", "doubly")},
		{name: "PDF", file: "p.pdf", text: "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", want: refuses("PDF")},
		{name: "PDF saved as CSV", file: "p.csv", text: "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", want: refuses("PDF")},
		{name: "Avro", file: "p.avro", text: "Obj\x01\x04\x14avro.codec\x08null\x16avro.schema" + onePuzzle, want: refuses("Avro")},
		{name: "HDF5", file: "p.h5", text: "\x89HDF\r\n\x1a\n" + strings.Repeat("\x00", 600), want: refuses("HDF5")},
		{name: "a Git LFS pointer", file: "p.csv", text: "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 123456\n", want: refuses("LFS")},
		{name: "a Git LFS pointer instead of Parquet", file: "p.parquet", text: "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 123456\n", want: refuses("LFS")},
		{name: "a picture", file: "p.png", text: "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + strings.Repeat("\x00\x01", 300), want: refuses("p.png")},
		{name: "Parquet that is text", file: "p.parquet", text: lines, want: refuses("Parquet")},
		{name: "a zip that is text", file: "p.zip", text: lines, want: refuses("zip")},
		{name: "a zip with a damaged first byte", file: "p.zip", text: "Q" + zipWith("p.txt", lines)[1:], want: refuses("zip")},
		{name: "NumPy that is text", file: "p.npy", text: lines, want: refuses("NumPy", "npy")},
	}
	for _, name := range []string{"parquet", "arrow", "npy", "npz", "json", "zip", "csv.gz", "txt.zst"} {
		all = append(all, unseenFile{name: "an empty ." + name, file: "p." + name, want: refuses("empty", "0 bytes", "too short", "too early", "incomplete")})
	}
	return all
}

// inTwoBytes returns ASCII text encoded as UTF-16.
func inTwoBytes(text string, order binary.AppendByteOrder) string {
	var all []byte
	for _, c := range []byte(text) {
		all = order.AppendUint16(all, uint16(c))
	}
	return string(all)
}
