package archive

import (
	"archive/zip"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/formats/internal/filekind"
	"github.com/gridmill/gridmill/formats/option"
)

// IsZip reports whether a file is a zip archive, whatever its name.
func IsZip(file io.ReaderAt) bool {
	var head [filekind.ZipMagicSize]byte
	_, err := file.ReadAt(head[:], 0)
	return err == nil && filekind.IsZip(head[:])
}

// DataMembers returns the members of an archive of size bytes that hold data: those with names
// of data files, or if there are none those without an extension or with one that is not known;
// and the names of those that it leaves out. Archives of programs that cannot be read, such as
// workbooks, are an error.
func DataMembers(file io.ReaderAt, size int64, isData func(name string) bool) (data []*zip.File, skipped []string, err error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, nil, option.Errorf(option.InputFile, "the zip archive is damaged or not complete: %w", err)
	}
	archive.RegisterDecompressor(methodBzip2, func(in io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(in)) })
	archive.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1)))
	var others []*zip.File // that may be data
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
		if isData(m.Name) {
			data = append(data, m)
			continue
		}
		skipped = append(skipped, m.Name)
		if !isDocument(m.Name) {
			others = append(others, m)
		}
	}
	switch {
	case len(data) > 0:
		return data, skipped, nil
	case len(others) > 0:
		skipped = slices.DeleteFunc(skipped, func(name string) bool { return !isDocument(name) })
		return others, skipped, nil
	case len(skipped) > 0:
		return nil, nil, fmt.Errorf("the zip archive holds no data, only %s; extract it first if that is data, and give the file", skipped[0])
	}
	return nil, nil, errors.New("the zip archive holds no files")
}

// isDocument reports whether a member is for people to read or look at, by its name.
func isDocument(name string) bool {
	name = strings.ToLower(path.Base(name))
	return slices.Contains([]string{"readme", "license", "licence", "copying", "changelog"}, name) ||
		slices.Contains([]string{".md", ".rst", ".html", ".htm", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".py", ".ipynb"}, path.Ext(name))
}

const (
	methodBzip2 = 12 // as the specification of zip numbers them
	// maxWindow is how far back a member in Zstandard may refer, in bytes, which bounds memory.
	maxWindow = 128 << 20
)

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
