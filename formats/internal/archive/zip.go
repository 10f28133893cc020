package archive

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/option"
)

// IsZip reports whether a file is a zip archive, whatever its name.
func IsZip(file io.ReaderAt) bool {
	var head [len(filekind.ZipMagic)]byte
	_, err := file.ReadAt(head[:], 0)
	return err == nil && string(head[:]) == filekind.ZipMagic
}

// DataMembers returns the members of an archive of size bytes that hold data: those with names
// of data files, or all if there are none; and the names of those that it leaves out. Archives
// of programs that cannot be read, such as workbooks, are an error.
func DataMembers(file io.ReaderAt, size int64, isData func(name string) bool) (data []*zip.File, skipped []string, err error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, nil, option.Errorf(option.InputFile, "the zip archive is damaged or not complete: %w", err)
	}
	var all []*zip.File
	for _, m := range archive.File {
		if kind := filekind.OfArchiveWith(m.Name); kind != nil {
			return nil, nil, kind.Unreadable()
		}
		hidden := slices.ContainsFunc(strings.Split(m.Name, "/"), func(part string) bool {
			return strings.HasPrefix(part, ".") || strings.HasPrefix(part, "__")
		})
		if hidden || strings.HasSuffix(m.Name, "/") {
			continue
		}
		if m.Flags&1 != 0 {
			return nil, nil, fmt.Errorf("its member %s is encrypted; extract it first (unzip -P PASSWORD)", m.Name)
		}
		if all = append(all, m); isData(m.Name) {
			data = append(data, m)
		} else {
			skipped = append(skipped, m.Name)
		}
	}
	switch {
	case len(data) > 0:
		return data, skipped, nil
	case len(all) == 0:
		return nil, nil, errors.New("the zip archive holds no files")
	}
	return all, nil, nil
}

// OpenMember returns the content of a member.
func OpenMember(m *zip.File) (io.ReadCloser, error) {
	in, err := m.Open()
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return nil, fmt.Errorf("its member %s is compressed by a method that cannot be read; extract it first", m.Name)
	case err != nil:
		return nil, fmt.Errorf("its member %s: %w", m.Name, err)
	}
	return member{in}, nil
}

// member is the content of a member, whose errors say what they are errors of.
type member struct{ io.ReadCloser }

// Read implements io.Reader.
func (m member) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = option.Errorf(option.InputFile, "the zip archive is damaged: %w", err)
	}
	return n, err
}
