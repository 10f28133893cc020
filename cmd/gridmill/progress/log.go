package progress

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"unicode/utf8"

	"github.com/gridmill/gridmill/formats/files"
)

// A Log is the log of a run, with one JSON record per line. Records are appended, so a file can
// contain the records of several runs.
type Log struct {
	*slog.Logger
	file          *os.File // nil without --log
	last          byte     // last byte of the file; not a newline if a full disk cut off a record
	firstWriteErr error
}

// openLog opens the named log. If name is empty, the log discards all records.
func openLog(name string) (*Log, error) {
	if name == "" {
		return &Log{Logger: slog.New(slog.DiscardHandler)}, nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, fmt.Errorf("--log %s cannot be opened: %w; choose a file in an existing, writable directory", name, files.WithoutPath(err))
	}
	l := &Log{file: file, last: lastByte(name)}
	l.Logger = slog.New(slog.NewJSONHandler(l, nil))
	return l, nil
}

// lastByte returns a file's last byte, or '\n' if the file is empty, unreadable or not regular.
func lastByte(name string) byte {
	last := []byte{'\n'}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if file, err := os.Open(name); err == nil {
			defer func() { _ = file.Close() }()
			_, _ = file.ReadAt(last, info.Size()-1) // reads nothing if the file is empty
		}
	}
	return last[0]
}

// Write implements io.Writer. It begins a new line if the file ends within a line. The log handler
// calls Write once for each record and ignores errors.
func (l *Log) Write(record []byte) (int, error) {
	text := escaped(record)
	if l.last != '\n' {
		text = append([]byte{'\n'}, text...)
	}
	n, err := l.file.Write(text)
	if n > 0 {
		l.last = text[n-1]
	}
	l.firstWriteErr = cmp.Or(l.firstWriteErr, err)
	return len(record), err
}

// escaped escapes the characters in record that can control a terminal. JSON allows such characters
// in strings. The code of each such character fits in four hexadecimal digits.
func escaped(record []byte) (text []byte) {
	for _, r := range string(record) {
		if r != '\n' && files.IsControl(r) {
			text = fmt.Appendf(text, "\\u%04x", r)
		} else {
			text = utf8.AppendRune(text, r)
		}
	}
	return text
}

// close closes the file. It returns an error if any record could not be written.
func (l *Log) close() error {
	if l.file == nil {
		return nil
	}
	if err := cmp.Or(l.firstWriteErr, l.file.Close()); err != nil {
		return fmt.Errorf("--log %s is incomplete: %w; the results are not affected", l.file.Name(), files.WithoutPath(err))
	}
	return nil
}
