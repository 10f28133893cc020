package formats

import (
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// openInput opens a file. Tests replace openInput to count calls.
var openInput = os.Open

// openSource opens a file. For "-", it uses o.Stdin. done counts the bytes read.
func openSource(file string, o *ReadOptions, done *atomic.Int64) (source, error) {
	in, closeFile := o.Stdin, func() error { return nil }
	if file != files.StdStream {
		f, err := openInput(file)
		if err != nil {
			return nil, files.InFile(file, err)
		}
		in, closeFile = f, f.Close
	}
	s, err := openContents(file, in, closeFile, o, done)
	if e, named := errors.AsType[*option.Error](err); named && o.Several && slices.Contains(unclear, e.Options[0]) {
		e.Options = append(e.Options, option.OtherFile)
	}
	if err != nil {
		return nil, files.InFile(files.InputName(file), errors.Join(err, closeFile()))
	}
	return s, nil
}

// unclear lists options. If an error's first option is one of these, the file might not be data.
var unclear = []option.Name{option.Recognition, option.Column, option.Records, option.OneArray}

// openContents returns a source for the contents of a file. Closing the source closes the file.
func openContents(file string, in io.Reader, closeFile func() error, o *ReadOptions, done *atomic.Int64) (source, error) {
	raw := &counter{Reader: in, done: done}
	s, err := newStreamStart(file, raw, false, o)
	isStdin := file == files.StdStream
	canSeek := false // only a regular file can be read again from any offset
	if f, isFile := in.(*os.File); isFile && !isStdin {
		info, err := f.Stat()
		canSeek = err == nil && info.Mode().IsRegular()
	}
	switch {
	case err != nil:
		return nil, err
	case !s.isIndexed():
		return openStream(s, fileSource{path: files.InputName(file), options: o, onlyOnce: !canSeek, close: closeFile}, raw, o)
	case canSeek:
		raw.moved(-raw.at) // subtract the bytes read so far, because the indexed source counts them again
		return openIndexed(in.(*os.File), file, s, o, done)
	case isStdin && runtime.GOOS != "windows": // Windows cannot remove a file that is open
		s.stream.Waits = true
		return openSpooled(s, o, done)
	}
	return nil, errors.New("a Parquet file or zip archive cannot be read from a pipe, because its index is at the end; save it to a file first")
}

// openIndexed opens a Parquet file or a zip archive. Such files have an index at the end.
func openIndexed(f *os.File, name string, s *streamStart, o *ReadOptions, done *atomic.Int64) (source, error) {
	if s.format == Parquet {
		return openParquet(f, files.InputName(name), o, done)
	}
	return openZip(f, name, o, done)
}

// openSpooled opens a Parquet file or a zip archive from standard input. It first copies the input
// to a temporary file, because the index is at the end. The temporary file is removed before it is
// read, so that it cannot outlive the run.
func openSpooled(s *streamStart, o *ReadOptions, done *atomic.Int64) (source, error) {
	f, err := os.CreateTemp("", "gridmill-*")
	if err != nil {
		return nil, files.InTemporary(err)
	}
	// io.Copy also returns read errors, which do not concern the temporary file.
	to := &files.Sink{W: f}
	if _, err = io.Copy(to, s.in); to.Err != nil {
		err = files.InTemporary(err)
	}
	if err = errors.Join(err, files.InTemporary(os.Remove(f.Name()))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	opened, err := openIndexed(f, files.StdStream, s, o, done)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return opened, nil
}
