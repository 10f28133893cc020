package formats

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/archive"
)

// zipSource reads the members of a zip archive one after the other. Each member has its own source.
// As with several inputs, all members must have the same columns.
type zipSource struct {
	rowParser // parser of the first member that has rows or a header
	members   sequence
	archive   *os.File
}

// A position holds the index of a member and, in the low memberBits bits, the offset in the member.
const memberBits = 44

// Compilation fails here if positions could overflow, because a uint cannot be negative.
const _ = uint(1<<(63-memberBits) - archive.MaxMembers)

// openZip opens a zip archive. Its members are NumPy arrays, or files with text or records.
func openZip(f *os.File, name string, o *ReadOptions, done *atomic.Int64) (source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in := &counterAt{f, new(atomic.Int64)} // bytes of the central directory are not counted in done
	members, err := archive.Members(in, info.Size())
	if err != nil {
		return nil, err
	}
	in.done = done
	file := files.InputName(name)
	skip := o.Skipped.ofArchive(file)
	if members, err = dataMembers(members, skip); err != nil {
		return nil, err
	}
	if readsArrays(name, members, o) {
		return openArrays(f, name, members, skip, o)
	}
	options := *o
	options.Several = o.Several || len(members) > 1
	s := &zipSource{archive: f, members: sequence{count: len(members), within: file, skipped: o.Skipped}}
	before := done.Load()
	s.members.open = func(i int) (source, string, error) {
		offset, _ := members[i].DataOffset() // archive.Members has checked the header
		done.Store(before + offset)          // not Add, because a seek can repeat or skip bytes
		options.first = cmp.Or(options.first, s.members.first)
		member, err := openMember(file, members[i], &options)
		return member, "member " + members[i].Name, err
	}
	if err := s.members.next(); err != nil {
		return nil, err
	}
	s.rowParser = s.members.current
	if first := s.schema(); first != nil {
		first.Members = len(members)
	}
	return s, nil
}

// inHidden matches a path up to and including the first directory whose name starts with a dot.
var inHidden = regexp.MustCompile(`^([^/]*/)*?\.[^/]*[^./][^/]*/`)

// dataMembers returns the members of an archive that hold data. If an archive has only one member,
// that member is returned unless it is a link. For each member not returned, dataMembers calls skip
// with the name of the member or of the hidden directory that contains it. Directories that
// gridmill wrote cause an error, because they are not checked in archives.
func dataMembers(members []*zip.File, skip func(name, why string)) (data []*zip.File, err error) {
	reason := "" // why the first member that does not hold data is skipped
	for _, m := range members {
		name, why := m.Name, notData(m.Name, extractIt)
		if dir := inHidden.FindString(name); dir != "" {
			name, why = dir, hiddenDirectory+extractIt
		} else if slices.ContainsFunc(strings.Split(strings.ReplaceAll(name, `\`, "/"), "/"), isOwn) { // some Windows programs write backslashes
			return nil, fmt.Errorf("the zip archive contains a data set or parts that gridmill wrote (see %s); extract it, and use the directory as an input", name)
		}
		switch {
		case m.Mode()&fs.ModeSymlink != 0: // its contents are the name of another file
			name, why = m.Name, "a link; links in archives are not followed"
		case why == "", len(members) == 1:
			data = append(data, m)
			continue
		}
		reason = cmp.Or(reason, name+" was skipped: "+why)
		skip(name, why)
	}
	if data == nil {
		return nil, fmt.Errorf("the zip archive contains no data files; %s", reason)
	}
	return data, nil
}

// readsArrays reports whether each member of an archive is a column. NumPy arrays are columns,
// except in archives whose names end in .zip. There, each array holds whole rows.
func readsArrays(name string, members []*zip.File, o *ReadOptions) bool {
	arrays := !slices.ContainsFunc(members, func(m *zip.File) bool { return path.Ext(m.Name) != ".npy" })
	return arrays && (o.Format == Auto || o.Format == NPY) && !strings.EqualFold(path.Ext(name), ".zip")
}

func openMember(file string, m *zip.File, o *ReadOptions) (s source, err error) {
	in, err := archive.OpenMember(m)
	if err != nil {
		return nil, err
	}
	name := file + "/" + m.Name
	start, err := newStreamStart(name, in, false, o)
	if err == nil {
		s, err = openStream(start, fileSource{path: name, options: o, onlyOnce: true, close: in.Close}, nil, o)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("member %s: %w", m.Name, err), in.Close())
	}
	return s, nil
}

func (s *zipSource) read(b *Batch, limit int) error { return s.members.fill(b, limit) }

func (s *zipSource) position() (offset, line int64) {
	at, offset, line := s.members.position()
	return int64(at)<<memberBits | offset, line
}

func (s *zipSource) seek(offset, line int64) (reached bool, err error) {
	at, offset := int(offset>>memberBits), offset&(1<<memberBits-1)
	if n := s.members.count; at > n || at == n && offset > 0 {
		return true, fmt.Errorf("%s: there is no row at the recorded position; the file has changed", s.members.within)
	}
	return true, s.members.seek(at, offset, line)
}

func (s *zipSource) joins(previous rowParser) bool {
	return cmp.Or(s.members.current, s.rowParser.(source)).joins(previous)
}

func (s *zipSource) describe(info *Info) {
	s.rowParser.(source).describe(info)
	info.Compression = "zip"
}

func (s *zipSource) Close() error {
	return errors.Join(s.members.closeCurrent(), files.InFile(s.members.within, s.archive.Close()))
}
