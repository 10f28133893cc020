package keysort

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math/bits"
)

// A Key is a 128-bit hash. For 10^8 different values, the probability that at least two have the
// same key is about 10^-23. The first bits of keys must be uniformly distributed.
type Key struct{ High, Low uint64 }

// KeyOf returns the hash of text.
func KeyOf(text []byte) Key {
	sum := sha256.Sum256(text)
	return Key{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// A Record is the key and the number of a row.
type Record struct {
	Key
	Row uint64
}

const (
	recordBytes = 24
	// blockRecords is the maximum number of records in a block. A Writer buffers one block.
	blockRecords = 1 << 18
	// sortedRecords is the intended maximum size of a partition, which is sorted in memory.
	sortedRecords = 1 << 19
	// maxPartitions limits the size of a block's header.
	maxPartitions = 1 << 12
)

// Partitions returns the number of partitions for the given number of records. The result is a
// power of two. For up to 2^31 records with different keys, a partition takes at most about 12 MiB
// of memory. For more records, partitions grow in proportion.
func Partitions(records int64) int {
	n := 1
	for int64(n)*sortedRecords < records && n < maxPartitions {
		n *= 2
	}
	return n
}

// partitionOf returns the partition of k. The first bits of k determine it.
func partitionOf(k Key, partitions int) int {
	return int(k.High >> (65 - bits.Len(uint(partitions))))
}

// A Writer writes records to a file. The file is a sequence of blocks. Each block starts with the
// number of records in each partition, four bytes per number. The records follow, 24 bytes per
// record. All numbers are little-endian.
type Writer struct {
	to      io.Writer
	counts  []uint32
	records []Record
	block   []byte
}

// NewWriter returns a Writer with the given number of partitions. All files that are read together
// must have the same number of partitions.
func NewWriter(to io.Writer, partitions int) *Writer {
	return &Writer{to: to, counts: make([]uint32, partitions)}
}

// Add adds a record.
func (w *Writer) Add(r Record) error {
	w.records = append(w.records, r)
	w.counts[partitionOf(r.Key, len(w.counts))]++
	if len(w.records) < blockRecords {
		return nil
	}
	return w.Flush()
}

// Flush writes the buffered records. It discards them even if writing fails. It must be called
// after the last record.
func (w *Writer) Flush() error {
	if len(w.records) == 0 {
		return nil
	}
	head := 4 * len(w.counts)
	if size := head + recordBytes*len(w.records); len(w.block) < size {
		w.block = make([]byte, size)
	}
	starts := make([]int, len(w.counts)) // position of the next record of each partition
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
