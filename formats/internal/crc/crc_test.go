package crc

import (
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

// Checksums are those of the standard library, whatever the length and wherever the
// bytes stand.
func TestSum(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	bytes := make([]byte, 70_000)
	for i := range bytes {
		bytes[i] = byte(random.Uint32())
	}
	for length := range 3000 {
		from := random.IntN(64)
		body := bytes[from : from+length]
		if got, want := Sum(body), crc32.ChecksumIEEE(body); got != want {
			t.Fatalf("the checksum of %d bytes is %08x, want %08x", length, got, want)
		}
	}
	if got, want := Sum(bytes), crc32.ChecksumIEEE(bytes); got != want {
		t.Errorf("the checksum of %d bytes is %08x, want %08x", len(bytes), got, want)
	}
}

// BenchmarkSum sums up a page of grids.
func BenchmarkSum(b *testing.B) {
	body := make([]byte, 4096*85)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		Sum(body)
	}
}
