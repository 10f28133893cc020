package crc

import (
	"bytes"
	"hash/crc32"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// Checksums are of all bytes of a page and none beside it.
func TestGuardPages(t *testing.T) {
	body := bytes.Repeat([]byte("53..7...."), 360)
	for length := 900; length < 1400; length++ {
		for _, atStart := range []bool{false, true} {
			if got, want := Sum(testkit.Guarded(t, body[:length], atStart)), crc32.ChecksumIEEE(body[:length]); got != want {
				t.Fatalf("the checksum of %d bytes is %08x, want %08x", length, got, want)
			}
		}
	}
}
