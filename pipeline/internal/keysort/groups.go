// Package keysort finds rows with equal keys in data sets that do not fit in memory. It partitions
// the keys by their first bits, and writes them to files. It then reads a few partitions at a time
// from all files, and sorts them in memory.
//
// Each file holds the keys of one part of the rows, so a resumed run writes only the missing files.
// The results do not depend on how the rows are divided into files.
package keysort

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/gridmill/gridmill/formats/files"
)

// Groups calls f for each key in the files, in key order. It passes the key's records in row order.
// The records are valid until f returns. If f returns an error, Groups returns that error. If a
// file cannot be read, the error names the file.
//
// If wanted is not nil, Groups skips all rows for which wanted returns false. It calls wanted from
// several goroutines, even while f runs. At most workers+1 partitions are in memory at a time. Each
// partition takes 24 bytes per wanted record.
func Groups(ctx context.Context, paths []string, partitions, workers int, wanted func(row uint64) bool, f func(group []Record) error) error {
	return eachPartition(ctx, paths, partitions, workers, filter{wanted: wanted}, func(records []Record) error {
		for len(records) > 0 {
			n := 1
			for n < len(records) && records[n].Key == records[0].Key {
				n++
			}
			if err := f(records[:n]); err != nil {
				return err
			}
			records = records[n:]
		}
		return nil
	})
}

// Repeats calls f for each row whose key also occurs in an earlier row. It calls f in no particular
// order and from several goroutines. It takes little memory even if many rows share a key.
func Repeats(ctx context.Context, paths []string, partitions, workers int, f func(row uint64)) error {
	return eachPartition(ctx, paths, partitions, workers, filter{repeated: f}, func([]Record) error { return nil })
}

// A filter selects which records of a partition are kept in memory.
type filter struct {
	wanted   func(row uint64) bool // may be nil
	repeated func(row uint64)      // receives, for each key, all rows except the first; may be nil
}

// eachPartition calls f with the sorted records of one partition at a time. While f runs,
// eachPartition sorts the next partitions.
func eachPartition(ctx context.Context, paths []string, partitions, workers int, only filter, f func([]Record) error) error {
	in, err := findInputs(paths, partitions)
	if err != nil {
		return err
	}
	type partition struct {
		records []Record
		err     error
	}
	sorted := make([]chan partition, partitions)
	var sorting sync.WaitGroup
	defer sorting.Wait() // goroutines must not read the files after this function returns
	started := 0
	sortNext := func(memory []Record) {
		if p := started; p < partitions {
			started++
			sorted[p] = make(chan partition, 1)
			sorting.Go(func() {
				records, err := in.sort(p, only, memory)
				sorted[p] <- partition{records, err}
			})
		}
	}
	for range max(workers, 1) + 1 {
		sortNext(nil)
	}
	for p := range sorted {
		next := <-sorted[p]
		if err := cmp.Or(context.Cause(ctx), next.err); err != nil {
			return err
		}
		if err := f(next.records); err != nil {
			return err
		}
		sortNext(next.records)
	}
	return nil
}

// sort reads partition p and returns its sorted records. It reuses the memory of the given slice.
func (in inputs) sort(p int, only filter, records []Record) ([]Record, error) {
	records = records[:0]
	var raw []byte
	full := 2 * sortedRecords
	for i := range in {
		err := ReadFile(in[i].path, func(f *os.File) error {
			for _, b := range in[i].blocks {
				n := recordBytes * int(b.starts[p+1]-b.starts[p])
				raw = slices.Grow(raw[:0], n)[:n]
				if _, err := f.ReadAt(raw, b.at+recordBytes*int64(b.starts[p])); err != nil && n > 0 {
					return err
				}
				records = only.append(records, raw)
				if only.repeated != nil && len(records) >= full {
					records = only.firsts(records)
					// Raise the limit if firsts has removed few records, so that firsts is not
					// called again after every block.
					full = max(full, 2*len(records))
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if only.repeated != nil {
		return only.firsts(records), nil
	}
	sortRecords(records)
	return records, nil
}

// append decodes the records in raw and appends those that are wanted.
func (only *filter) append(records []Record, raw []byte) []Record {
	for ; len(raw) > 0; raw = raw[recordBytes:] {
		row := binary.LittleEndian.Uint64(raw[16:])
		if only.wanted == nil || only.wanted(row) {
			records = append(records, Record{Key{binary.LittleEndian.Uint64(raw), binary.LittleEndian.Uint64(raw[8:])}, row})
		}
	}
	return records
}

// firsts sorts records and keeps the first row of each key. It calls filter.repeated for the rest.
func (only *filter) firsts(records []Record) []Record {
	sortRecords(records)
	n := 0
	for _, r := range records {
		if n > 0 && records[n-1].Key == r.Key {
			only.repeated(r.Row)
			continue
		}
		records[n] = r
		n++
	}
	return records[:n]
}

func sortRecords(records []Record) {
	slices.SortFunc(records, func(a, b Record) int {
		if a.High != b.High {
			return cmp.Compare(a.High, b.High)
		}
		return cmp.Or(cmp.Compare(a.Low, b.Low), cmp.Compare(a.Row, b.Row))
	})
}

// inputs is a list of key files. A key file is open only while it is read, because there can be
// more key files than a process can open at once.
type inputs []keyFile

// A keyFile holds the path of a file that a Writer wrote, and the positions of its blocks.
type keyFile struct {
	path   string
	blocks []block
}

type block struct {
	at     int64    // position of the block's first record in the file
	starts []uint32 // index of the first record of each partition, then the total number of records
}

func findInputs(paths []string, partitions int) (inputs, error) {
	in := make(inputs, len(paths))
	for i, path := range paths {
		in[i].path = path
		if err := ReadFile(path, func(f *os.File) error { return in[i].readHeaders(f, partitions) }); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// ReadFile opens the file at path, calls f, and closes the file. All errors name the file.
func ReadFile(path string, f func(*os.File) error) error {
	file, err := os.Open(path)
	if err == nil {
		err = f(file)
		_ = file.Close()
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", path, files.WithoutPath(err))
	}
	return nil
}

func (k *keyFile) readHeaders(f *os.File, partitions int) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, 4*partitions)
	for at := int64(0); at < info.Size(); {
		if _, err := f.ReadAt(head, at); err != nil && !errors.Is(err, io.EOF) {
			return err
		} else if err != nil {
			return errors.New("it ends in the middle of a block")
		}
		b := block{at: at + int64(len(head)), starts: make([]uint32, partitions+1)}
		for p := range partitions {
			b.starts[p+1] = b.starts[p] + binary.LittleEndian.Uint32(head[4*p:])
		}
		k.blocks = append(k.blocks, b)
		if at = b.at + recordBytes*int64(b.starts[partitions]); at > info.Size() {
			return errors.New("it ends in the middle of a block")
		}
	}
	return nil
}
