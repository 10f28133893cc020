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
	"github.com/gridmill/gridmill/formats/internal/archive"
)

// zipSource reads the members of a zip archive one after the other, each with a source of
// its own. They must have the same columns, like several inputs.
type zipSource struct {
	rowParser // of the first member that has rows or a header
	archive   *os.File
	file      string
	members   []*zip.File
	options   *ReadOptions
	current   source // nil between members
	at        int    // index of the current member; between members, of the next one
}

// memberBits is how many bits of an offset in the archive are the offset in a member's text.
// The bits above are the member's index.
const memberBits = 44

// Offsets must not become negative.
const _ = uint(1<<(63-memberBits) - archive.MaxMembers)

// openZip opens a zip archive: one of NumPy arrays, or of files of text or records.
func openZip(f *os.File, name string, o *ReadOptions, done *atomic.Int64) (source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	members, err := archive.Members(&counterAt{f, done}, info.Size())
	if err != nil {
		return nil, err
	}
	skip := o.Skipped.ofArchive(files.InputName(name))
	if members, err = dataMembers(members, skip); err != nil {
		return nil, err
	}
	if readsArrays(name, members, o) {
		return openArrays(f, name, members, skip, o)
	}
	s := &zipSource{archive: f, file: name, members: members, options: o}
	if err := s.openFirst(); err != nil {
		return nil, err
	}
	return s, nil
}

// dataMembers returns the members of an archive that hold data, and calls skip for the others. If
// no member has the name of data, JSON members are data. If there are none either, a single member
// of an unknown format is.
func dataMembers(members []*zip.File, skip func(name, why string)) ([]*zip.File, error) {
	counts := map[string]int{}
	for _, m := range members {
		counts[notData(m.Name)]++
	}
	taken := ""
	switch {
	case counts[""] > 0:
	case counts[usuallyAboutData] > 0:
		taken = usuallyAboutData
	case counts[unknownFormat] == 1:
		taken = unknownFormat
	default:
		return nil, fmt.Errorf("the zip archive holds no data files, only files such as %s; if that is data, extract it and name it as an input", members[0].Name)
	}
	return slices.DeleteFunc(members, func(m *zip.File) bool {
		why := notData(m.Name)
		if why == "" || why == taken {
			return false
		}
		skip(m.Name, why)
		return true
	}), nil
}

// readsArrays reports whether the members of an archive are read as arrays, each of which is a
// column. In a file named .zip each member is a file of the data set.
func readsArrays(name string, members []*zip.File, o *ReadOptions) bool {
	arrays := !slices.ContainsFunc(members, func(m *zip.File) bool { return path.Ext(m.Name) != ".npy" })
	return arrays && (o.Format == Auto || o.Format == NPY) && !strings.EqualFold(path.Ext(name), ".zip")
}

// openFirst opens the first member that is not empty, or the last if all are empty.
func (s *zipSource) openFirst() error {
	for {
		if err := s.open(); err != nil {
			return err
		}
		if s.current.schema() != nil || s.at == len(s.members)-1 {
			s.rowParser = s.current
			return nil
		}
		if err := s.closeMember(); err != nil {
			return err
		}
	}
}

// open opens the next member.
func (s *zipSource) open() error {
	m := s.members[s.at]
	name := files.InputName(s.file) + "/" + m.Name
	in, err := archive.OpenMember(m)
	if err != nil {
		return err
	}
	format := s.options.Format
	if format == Auto {
		format = FormatOf(m.Name)
	}
	// The archive itself counts the bytes that are read.
	raw := &counter{Reader: in, done: new(atomic.Int64)}
	member, err := openStream(name, raw, in.Close, format, s.options)
	if err != nil {
		return errors.Join(fmt.Errorf("its member %s: %w", m.Name, err), in.Close())
	}
	s.current = member
	if s.rowParser != nil && member.schema() != nil && !s.schema().equal(member.schema()) {
		return member.schema().differs("its member "+m.Name, s.name(), s.schema())
	}
	return nil
}

// closeMember closes the current member and moves on to the next.
func (s *zipSource) closeMember() error {
	closed := s.current
	s.current = nil
	s.at++
	return closed.Close()
}

func (s *zipSource) read(b *Batch, limit int) error {
	for b.Len() < limit && !b.heavy() {
		if s.current == nil {
			if s.at == len(s.members) {
				return io.EOF
			}
			if err := s.open(); err != nil {
				return files.InFile(files.InputName(s.file), err)
			}
		}
		err := s.current.read(b, limit)
		if files.IsEnd(err) {
			err = s.closeMember()
		}
		if err != nil {
			return err
		}
	}
	if s.current == nil && s.at == len(s.members) {
		return io.EOF
	}
	return nil
}

func (s *zipSource) position() (offset, line int64) {
	line = 1
	if s.current != nil {
		offset, line = s.current.position()
	}
	return int64(s.at)<<memberBits | offset, line
}

func (s *zipSource) seek(offset, line int64) (reached bool, err error) {
	at, offset := int(offset>>memberBits), offset&(1<<memberBits-1)
	if at > len(s.members) || at == len(s.members) && offset > 0 {
		return true, fmt.Errorf("%s: there is no row at the recorded position; the file has changed", files.InputName(s.file))
	}
	if s.current != nil && s.at == at {
		if reached, err := s.current.seek(offset, line); reached || err != nil {
			return reached, err
		}
	}
	if s.current != nil {
		if err := s.closeMember(); err != nil {
			return true, err
		}
	}
	if s.at = at; offset == 0 {
		return true, nil
	}
	if err := s.open(); err != nil {
		return true, files.InFile(files.InputName(s.file), err)
	}
	_, err = s.current.seek(offset, line)
	return true, err
}

func (s *zipSource) joins(before rowParser) bool { return s.rowParser.(source).joins(before) }

func (s *zipSource) describe(info *Info) {
	s.rowParser.(source).describe(info)
	info.Compression = "zip"
}

func (s *zipSource) Close() error {
	var err error
	if s.current != nil {
		err = s.closeMember()
	}
	return errors.Join(err, files.InFile(files.InputName(s.file), s.archive.Close()))
}
