package formats

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/literals"
)

// zstdFrames passes zstd data on and follows its frames on the way. The library takes
// up to three bytes after the last frame for the beginning of another one that is cut
// off; whoever knows where frames end can say what they are.
type zstdFrames struct {
	in   io.Reader
	part framePart
	head []byte // of the part, as far as it was read
	skip int64  // bytes until the next part
	sum  int64  // bytes of the checksum after the last block
}

// framePart is a part of a frame whose bytes say what follows.
type framePart uint8

const (
	frameMagic framePart = iota
	frameSize            // of a frame to skip
	frameDescriptor
	frameBlock
)

// partBytes are the sizes of the parts.
var partBytes = [...]int{frameMagic: len(zstdMagic), frameSize: 4, frameDescriptor: 1, frameBlock: 3}

// Read implements io.Reader.
func (z *zstdFrames) Read(p []byte) (int, error) {
	n, err := z.in.Read(p)
	z.follow(p[:n])
	if errors.Is(err, io.EOF) && z.skip == 0 && z.part == frameMagic && len(z.head) > 0 && !beginsFrame(z.head) {
		err = errTrailing
	}
	return n, err
}

// follow goes through bytes that were read.
func (z *zstdFrames) follow(p []byte) {
	for len(p) > 0 {
		if z.skip > 0 {
			n := min(z.skip, int64(len(p)))
			z.skip -= n
			p = p[n:]
			continue
		}
		z.head = append(z.head, p[0])
		p = p[1:]
		if len(z.head) == partBytes[z.part] {
			z.next()
			z.head = z.head[:0]
		}
	}
}

// next goes on from a part that is read.
func (z *zstdFrames) next() {
	switch z.part {
	case frameMagic:
		switch {
		case !beginsFrame(z.head):
			z.skip = math.MaxInt64 // the library will say so
		case string(z.head) == zstdMagic:
			z.part = frameDescriptor
		default:
			z.part = frameSize
		}
	case frameSize:
		z.skip, z.part = int64(binary.LittleEndian.Uint32(z.head)), frameMagic
	case frameDescriptor:
		d := z.head[0]
		alone := d >> 5 & 1 // a single segment has a size, but no window
		sizes := [...]int64{int64(alone), 2, 4, 8}
		dictionaries := [...]int64{0, 1, 2, 4}
		z.skip = int64(1-alone) + dictionaries[d&3] + sizes[d>>6]
		z.sum, z.part = int64(d>>2&1)*4, frameBlock
	case frameBlock:
		h := int64(z.head[0]) | int64(z.head[1])<<8 | int64(z.head[2])<<16
		if z.skip = h >> 3; h>>1&3 == literals.BlockRLE {
			z.skip = 1
		}
		if h&1 == 1 { // the last
			z.skip, z.part = z.skip+z.sum, frameMagic
		}
	}
}

// beginsFrame reports whether bytes, at most four, are how a frame begins or may go
// on to be that.
func beginsFrame(head []byte) bool {
	skips := head[0]&^0xf == skipMagic[0] && strings.HasPrefix(skipMagic[1:], string(head[1:]))
	return skips || strings.HasPrefix(zstdMagic, string(head))
}
