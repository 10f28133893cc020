package files

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// A Checksum computes a checksum of the bytes that are written to it. NewChecksum starts
// one.
type Checksum struct{ digest *xxhash.Digest }

// NewChecksum starts a checksum.
func NewChecksum() Checksum { return Checksum{xxhash.New()} }

// ChecksumOf returns the checksum of everything that it reads from in. It stops with an
// error when the context ends.
func ChecksumOf(ctx context.Context, in io.Reader) (Checksum, error) {
	c, buffer := NewChecksum(), checksumBuffers.Get().(*[1 << 17]byte)
	defer checksumBuffers.Put(buffer)
	_, err := io.CopyBuffer(c, UntilDone(ctx, in), buffer[:])
	return c, err
}

// checksumBuffers are reused, because allocating one takes as long as computing the
// checksum of its content, and many files are not larger. They fit in the cache of a
// processor core.
var checksumBuffers = sync.Pool{New: func() any { return new([1 << 17]byte) }}

// Write implements io.Writer. It never fails.
func (c Checksum) Write(p []byte) (int, error) { return c.digest.Write(p) }

// String returns the only notation of a checksum: the name of the hash, and its hexadecimal
// digits.
func (c Checksum) String() string { return fmt.Sprintf("xxh64:%016x", c.digest.Sum64()) }
