package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
)

// A Fingerprint identifies a state of a file. Check reads the file again only if the modification
// time has changed.
type Fingerprint struct {
	File     string    `json:"file"`
	Bytes    int64     `json:"bytes,omitempty"`
	Modified time.Time `json:"modified,omitzero"`
	Hash     string    `json:"hash,omitempty"` // checksum of the file's bytes
}

// FingerprintOf reads a whole file and returns its fingerprint. It rejects streams.
func FingerprintOf(ctx context.Context, file string, read *Counter) (f Fingerprint, err error) {
	defer func() { err = InFile(InputName(file), err) }()
	if f, err = stateOf(file); err != nil {
		return f, err
	}
	read.Expect(f.Bytes)
	in, err := os.Open(file)
	if err != nil {
		return f, err
	}
	sum, err := ChecksumOf(ctx, read.Reader(in))
	if f.Hash, err = sum.String(), errors.Join(err, in.Close()); err != nil {
		return f, err
	}
	after, err := stateOf(file)
	if err == nil && !after.sameState(f) {
		err = fmt.Errorf("the file %w", ErrModified)
	}
	return f, err
}

// ErrChanged means that a file differs from its fingerprint.
var ErrChanged = errors.New("has changed")

// Check returns nil if the file still has the same size, and the same modification time or content.
// Otherwise, it returns an error that says what differs. Check accepts a copy of the same file.
func (f Fingerprint) Check(ctx context.Context, read *Counter) error {
	now, err := stateOf(f.File)
	if err != nil {
		return InFile(InputName(f.File), err)
	}
	switch {
	case now.sameState(f):
		return nil
	case now.Bytes != f.Bytes:
		return fmt.Errorf("%s: the file %w (from %d to %d bytes)", f.File, ErrChanged, f.Bytes, now.Bytes)
	}
	if now, err = FingerprintOf(ctx, f.File, read); err != nil {
		return err
	}
	if now.Bytes != f.Bytes || now.Hash != f.Hash {
		return fmt.Errorf("%s: the file %w (its content hash is %s instead of %s)", f.File, ErrChanged, now.Hash, f.Hash)
	}
	return nil
}

func (f Fingerprint) sameState(other Fingerprint) bool {
	return f.Bytes == other.Bytes && f.Modified.Equal(other.Modified)
}

// stateOf returns a file's size and modification time as a Fingerprint.
func stateOf(file string) (Fingerprint, error) {
	if file == StdStream {
		return Fingerprint{}, errNoFingerprint
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return Fingerprint{}, err
	case !info.Mode().IsRegular():
		return Fingerprint{}, errNoFingerprint
	}
	return Fingerprint{File: file, Bytes: info.Size(), Modified: info.ModTime().UTC()}, nil
}

var errNoFingerprint = errors.New("a stream can be read only once; save it to a file first")

// ErrModified means that an input was modified while it was being read. The run can be repeated.
var ErrModified = errors.New("was modified during the run")

// States records the sizes and modification times of files, to detect changes cheaply.
type States []Fingerprint

// StatesOf returns the current states of files. It ignores errors, because they are reported when
// the files are opened.
func StatesOf(files []string) States {
	states := make(States, len(files))
	for i, file := range files {
		states[i], _ = stateOf(file)
		states[i].File = file
	}
	return states
}

// Modified reports whether file i has changed since StatesOf. It returns false for streams.
func (s States) Modified(i int) bool {
	now, err := stateOf(s[i].File)
	return !errors.Is(err, errNoFingerprint) && (err != nil || !now.sameState(s[i]))
}

// CheckRun checks the files after a run. runErr is the error of the run, or nil. If no file was
// modified, or if ctx is done, CheckRun returns runErr. Otherwise, it returns an error that wraps
// ErrModified, because the run may have read two versions of a file.
func (s States) CheckRun(ctx context.Context, runErr error) error {
	i := 0
	for i < len(s) && !s.Modified(i) {
		i++
	}
	switch {
	case i == len(s), ctx.Err() != nil:
		return runErr
	case runErr != nil:
		return fmt.Errorf("%s %w, and the run failed (%w); run the same command again", s[i].File, ErrModified, runErr)
	}
	return fmt.Errorf("%s %w; run the same command again", s[i].File, ErrModified)
}

// A Checksum computes a checksum of the bytes written to it. NewChecksum creates a Checksum.
type Checksum struct{ *xxhash.Digest }

// NewChecksum returns a Checksum to which nothing has been written.
func NewChecksum() Checksum { return Checksum{xxhash.New()} }

// ChecksumOf returns the checksum of a stream. It returns an error if ctx is done first.
func ChecksumOf(ctx context.Context, in io.Reader) (Checksum, error) {
	c, buffer := NewChecksum(), checksumBuffers.Get().(*[1 << 17]byte)
	defer checksumBuffers.Put(buffer)
	_, err := io.CopyBuffer(c, UntilDone(ctx, in), buffer[:])
	return c, err
}

// checksumBuffers holds buffers for reuse. For a small file, allocating a buffer takes as long as
// computing the checksum. A buffer fits in a core's cache.
var checksumBuffers = sync.Pool{New: func() any { return new([1 << 17]byte) }}

// String returns the name of the hash, a colon and the checksum in hexadecimal. All checksums are
// written in this form.
func (c Checksum) String() string { return fmt.Sprintf("xxh64:%016x", c.Sum64()) }
