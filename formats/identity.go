package formats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// An Input is what tells one state of a file from another.
type Input struct {
	File     string    `json:"file"`
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
	Hash     string    `json:"hash"` // Checksum of its bytes
}

// Identify reads a whole file to learn its identity. A stream has none.
func Identify(ctx context.Context, file string, read *Meter) (Input, error) {
	in, err := identify(ctx, file, read)
	return in, inFile(InputName(file), err)
}

func identify(ctx context.Context, file string, read *Meter) (Input, error) {
	in, err := stateOf(file)
	if err != nil {
		return in, err
	}
	read.Expect(in.Bytes)
	if in.Hash, err = hashOf(ctx, file, read); err != nil {
		return in, err
	}
	switch after, err := stateOf(file); {
	case err != nil:
		return in, err
	case !after.sameState(in):
		return in, errors.New("it changed while it was read")
	}
	return in, nil
}

// ErrChanged says that a file is not what it was.
var ErrChanged = errors.New("has changed")

// Check returns nil where the file still has the same size and time, or else the
// same size and content: a copy has the identity of the original. Otherwise the
// error names what differs.
func (in Input) Check(ctx context.Context, read *Meter) error {
	now, err := stateOf(in.File)
	if err != nil {
		return inFile(InputName(in.File), err)
	}
	switch {
	case now.sameState(in):
		return nil
	case now.Bytes != in.Bytes:
		return fmt.Errorf("%s: the file %w: it has %d bytes and had %d; bring it back as it was, or begin again elsewhere", in.File, ErrChanged, now.Bytes, in.Bytes)
	}
	if now, err = Identify(ctx, in.File, read); err != nil {
		return err
	}
	if now.Bytes != in.Bytes || now.Hash != in.Hash {
		return fmt.Errorf("%s: the file %w: it has as many bytes as before, but its content hash is %s and was %s; bring it back as it was, or begin again elsewhere", in.File, ErrChanged, now.Hash, in.Hash)
	}
	return nil
}

func (in Input) sameState(other Input) bool {
	return in.Bytes == other.Bytes && in.Modified.Equal(other.Modified)
}

// stateOf returns what can be learned of a file without reading it.
func stateOf(file string) (Input, error) {
	if file == StdStream {
		return Input{}, errNoIdentity
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return Input{}, err
	case !info.Mode().IsRegular():
		return Input{}, errNoIdentity
	}
	return Input{File: file, Bytes: info.Size(), Modified: info.ModTime().UTC()}, nil
}

var errNoIdentity = errors.New("it is no file that can be read twice; store the data in a file and give that")

func hashOf(ctx context.Context, file string, read *Meter) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	sum, err := ChecksumOf(ctx, read.Reader(f))
	return sum.String(), errors.Join(err, f.Close())
}
