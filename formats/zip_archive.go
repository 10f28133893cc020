package formats

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/tocsv"
)

// zipMagic starts a zip archive.
const zipMagic = "PK\x03\x04"

// isZip reports whether a file is a zip archive, whatever its name.
func isZip(f *os.File) bool {
	var head [len(zipMagic)]byte
	_, err := f.ReadAt(head[:], 0)
	return err == nil && string(head[:]) == zipMagic
}

// namedKinds are kinds of files that are zip archives, by the members that only they have.
var namedKinds = []struct{ what, member, advice string }{
	{"an Excel workbook", "xl/workbook.xml", adviceOnSheets},
	{"an Excel workbook", "xl/workbook.bin", adviceOnSheets},
	{"an OpenDocument file", "META-INF/manifest.xml", adviceOnSheets},
	{"a Word document", "word/document.xml", "copy its puzzles into a text file, one a line"},
	{"a PyTorch file", "data.pkl", adviceOnTensors},
}

// openZip opens a zip archive: one of NumPy arrays, or of files of text or of what is
// converted to that.
func openZip(f *os.File, name string, o *ReadOptions, done *atomic.Int64) (source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(&countingReaderAt{f, done}, info.Size())
	if err != nil {
		return nil, fmt.Errorf("the zip archive is damaged or not complete: %w; %s", err, files.FetchAgain)
	}
	members, err := dataMembers(archive)
	if err != nil {
		return nil, err
	}
	arrays := !slices.ContainsFunc(members, func(m *zip.File) bool { return path.Ext(m.Name) != ".npy" })
	if arrays && (o.Format == Auto || o.Format == NPY) {
		return openArrays(f, name, members, o)
	}
	s := &zipSource{archive: f, file: name, members: members, options: o}
	if err := s.openFirst(); err != nil {
		return nil, err
	}
	return s, nil
}

// dataMembers returns the members that hold data: those with names of data files, or all if
// there are none.
func dataMembers(archive *zip.Reader) ([]*zip.File, error) {
	var all, data []*zip.File
	for _, m := range archive.File {
		for _, kind := range namedKinds {
			if m.Name == kind.member || strings.HasSuffix(m.Name, "/"+kind.member) {
				return nil, unreadable(kind.what, kind.advice)
			}
		}
		hidden := slices.ContainsFunc(strings.Split(m.Name, "/"), func(part string) bool {
			return strings.HasPrefix(part, ".") || strings.HasPrefix(part, "__")
		})
		if hidden || strings.HasSuffix(m.Name, "/") {
			continue
		}
		if m.Flags&1 != 0 {
			return nil, fmt.Errorf("its member %s is encrypted; extract it first (unzip -P PASSWORD)", m.Name)
		}
		if all = append(all, m); isData(m.Name) {
			data = append(data, m)
		}
	}
	switch {
	case len(data) > 0:
		return data, nil
	case len(all) == 0:
		return nil, errors.New("the zip archive holds no files")
	}
	return all, nil
}

// openArrays opens the arrays in an archive, a column each.
func openArrays(f *os.File, name string, members []*zip.File, o *ReadOptions) (source, error) {
	table, err := tocsv.NPZ(members)
	if err != nil {
		return nil, err
	}
	t := textSource{file: files.InputName(name), in: table, closeFile: f.Close, converted: NPY}
	s, err := openLines(t, table, CSV, o)
	if err != nil {
		return nil, errors.Join(err, table.Close())
	}
	return s, nil
}

// countingReaderAt counts the bytes that are read anywhere.
type countingReaderAt struct {
	io.ReaderAt
	done *atomic.Int64
}

// ReadAt implements io.ReaderAt.
func (c *countingReaderAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.done.Add(int64(n))
	return n, err
}
