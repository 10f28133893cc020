package parts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/gridmill/gridmill/formats/files"
)

// CheckFile compares the file of a part with what was made, and says what is wrong with
// it. If read is not nil, it counts the bytes that are read. It returns an error at the end
// of the context, or if this user cannot read the file.
func CheckFile(ctx context.Context, path string, made Made, read *files.Counter) (fault string, err error) {
	f, info, fault, err := openMade(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it is missing", nil
	case f == nil:
		return fault, err
	}
	defer func() { _ = f.Close() }()
	if info.Size() != made.Bytes {
		return fmt.Sprintf("it has %d bytes, not %d", info.Size(), made.Bytes), nil
	}
	sum, err := files.ChecksumOf(ctx, read.Reader(f))
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return unreadable(err), nil
	case sum.String() != made.Checksum:
		return "its content is not what was written", nil
	}
	return "", nil
}

// CheckOpens says why the file of a part cannot be opened, if so. Its errors are those of
// Directory.Manifest.
func CheckOpens(path string) (fault string, err error) {
	f, _, fault, err := openMade(path)
	if f != nil {
		_ = f.Close()
	}
	return fault, err
}

// openMade opens a file that gridmill made. Anything but a regular file is a fault and is
// not opened: opening could block, and a link points to a file that the run did not make.
// It returns an error if there is no file, or if this user cannot read it, which is not a
// fault of the file.
func openMade(path string) (f *os.File, info fs.FileInfo, fault string, err error) {
	info, err = os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, nil, "it is not a regular file", nil
	}
	if err == nil {
		f, err = os.Open(path)
	}
	switch {
	case err == nil:
		return f, info, "", nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, "", err
	case errors.Is(err, fs.ErrPermission):
		return nil, nil, "", fmt.Errorf("%s cannot be read: %w; let this user read it, or remove it to have its part solved again", path, files.WithoutPath(err))
	}
	return nil, nil, unreadable(err), nil
}

// readMade reads a small file that gridmill made. It is opened with openMade.
func readMade(path string) (text []byte, fault string, err error) {
	f, _, fault, err := openMade(path)
	if f == nil {
		return nil, fault, err
	}
	defer func() { _ = f.Close() }()
	if text, err = io.ReadAll(f); err != nil {
		return nil, unreadable(err), nil
	}
	return text, "", nil
}

// unreadable describes the fault of a file that cannot be read from the disk.
func unreadable(err error) string {
	return fmt.Sprintf("it cannot be read: %v", files.WithoutPath(err))
}
