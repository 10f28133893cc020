// Package files handles files regardless of their format. It detects changed files with
// fingerprints and checksums, counts bytes, and puts names into messages.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

const (
	// StdStream is the name for standard input or standard output.
	StdStream = "-"
	// PrivateDirectory is the subdirectory of a data set, or of a directory of parts, for files
	// that only gridmill reads.
	PrivateDirectory = "_gridmill"
	// SuccessName is the name of a file next to PrivateDirectory. The file marks a complete run.
	SuccessName = "_SUCCESS.json"
)

// InputName returns the name of an input as it appears in messages.
func InputName(file string) string {
	if file == StdStream {
		return "standard input"
	}
	return file
}

// InFile adds a file name to an error. It returns nil and io.EOF unchanged.
func InFile(name string, err error) error {
	if err == nil || IsEnd(err) {
		return err
	}
	return fmt.Errorf("%s: %w", Printable(name), WithoutPath(err))
}

// IsEnd reports whether err is io.EOF itself, which readers return at the end of their data. An
// error that wraps io.EOF means that the data ended too early. If this error counted as the end,
// rows would be lost silently.
func IsEnd(err error) bool {
	return err == io.EOF //nolint:errorlint // see above
}

// Shortened replaces io.EOF, wrapped or not, with an error that says that the file shrank.
func Shortened(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("the file shrank while it was being read")
	}
	return err
}

// WithoutPath returns err without its path and system call. Messages already start with the name
// that users know, and the path may be that of a temporary file.
func WithoutPath(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err
	}
	if link, is := errors.AsType[*os.LinkError](err); is {
		return link.Err
	}
	return err
}

// InShell returns word, quoted for a shell if necessary.
func InShell(word string) string {
	if word == "" || strings.ContainsAny(word, " '\"\\$`&;|<>()*?[]#~!{}\t\n") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// InTemporary adds the directory for temporary files to an error, because users may not expect the
// directory to be missing or full.
func InTemporary(err error) error {
	if err == nil {
		return nil
	}
	return TemporaryError{fmt.Errorf("temporary files cannot be written to %s: %w; set TMPDIR to a directory with enough space", os.TempDir(), WithoutPath(err))}
}

// A TemporaryError concerns a temporary file rather than an input.
type TemporaryError struct{ error }

// Unwrap returns the underlying error.
func (e TemporaryError) Unwrap() error { return e.error }
