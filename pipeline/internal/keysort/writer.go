package keysort

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math/bits"
)

// A Key is 128 bits of a hash, so that 10^8 different things have equal keys with a chance of
// 10^-23. Its first bits must be as good as random.
type Key struct{ High, Low uint64 }

// KeyOf returns the key of a text.
func KeyOf(text []byte) Key {
	sum := sha256.Sum256(text)
	return Key{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// A Record is a key and the number of the row that has it.
type Record struct {
	Key
	Row uint64
}

const (
	recordBytes = 24
	// blockRecords is how many records are divided together: what a Writer holds.
	blockRecords = 1 << 18
	// sortedRecords is about how many records are sorted together.
	sortedRecords = 1 << 19
	// maxPartitions bounds what the head of a block takes.
	maxPartitions = 1 << 12
)

// Partitions returns into how many partitions to divide so many records: a power of two. It
// decides on the memory that Groups takes: 12 MB a partition for up to
// 2,000,000,000 records, and in proportion to their number above.
func Partitions(records int64) int {
	n := 1
	for int64(n)*sortedRecords < records && n < maxPartitions {
		n *= 2
	}
	return n
}

// partitionOf returns the partition of a key: its first bits.
func partitionOf(k Key, partitions int) int {
	// Of one partition no bit is left: a shift by 63, and one more.
	return int(k.High >> 1 >> (64 - bits.Len(uint(partitions))))
}

// A Writer writes records to a file. The file is a sequence of blocks, each of which starts
// with how many records of each partition it holds, four bytes a number, and then has these
// one after the other, 24 bytes a record. All numbers have their lowest byte first.
type Writer struct {
	to      io.Writer
	counts  []uint32
	records []Record
	block   []byte
}

// NewWriter returns a Writer to a file. The number of partitions must be that of all files
// that are read together.
func NewWriter(to io.Writer, partitions int) *Writer {
	return &Writer{to: to, counts: make([]uint32, partitions)}
}

// Add adds a record.
func (w *Writer) Add(r Record) error {
	if w.records == nil {
		w.records = make([]Record, 0, blockRecords)
	}
	w.records = append(w.records, r)
	w.counts[partitionOf(r.Key, len(w.counts))]++
	if len(w.records) < blockRecords {
		return nil
	}
	return w.Flush()
}

// Flush writes what is still held. Call it after the last record.
func (w *Writer) Flush() error {
	if len(w.records) == 0 {
		return nil
	}
	head := 4 * len(w.counts)
	if w.block == nil {
		w.block = make([]byte, head+recordBytes*blockRecords)
	}
	starts := make([]int, len(w.counts)) // where the next record of each partition goes
	at := head
	for p, n := range w.counts {
		binary.LittleEndian.PutUint32(w.block[4*p:], n)
		starts[p] = at
		at += recordBytes * int(n)
	}
	for _, r := range w.records {
		p := partitionOf(r.Key, len(w.counts))
		to := w.block[starts[p]:][:recordBytes]
		binary.LittleEndian.PutUint64(to, r.High)
		binary.LittleEndian.PutUint64(to[8:], r.Low)
		binary.LittleEndian.PutUint64(to[16:], r.Row)
		starts[p] += recordBytes
	}
	clear(w.counts)
	w.records = w.records[:0]
	_, err := w.to.Write(w.block[:at])
	return err
}
