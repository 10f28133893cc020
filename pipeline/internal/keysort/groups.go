package keysort

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
)

// Groups calls f for each key in the files, in the order of keys, with the records that have
// it, in the order of their rows. They are valid until f returns. Workers sort as many
// partitions at once, of which each takes 24 bytes a record.
func Groups(ctx context.Context, paths []string, partitions, workers int, f func(group []Record) error) error {
	t, err := findTables(paths, partitions)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	ready := make(chan chan sorted, max(workers-1, 0))
	free := make(chan []Record, max(workers, 1)+1)
	for range cap(free) {
		free <- nil
	}
	go t.sortAll(ctx, partitions, ready, free)
	err = eachSorted(ready, free, f)
	if err == nil && ctx.Err() != nil { // sortAll has ended early
		err = context.Cause(ctx)
	}
	cancel()
	for one := range ready { // so that nothing reads the files any more
		<-one
	}
	return err
}

// sorted is a partition.
type sorted struct {
	records []Record
	err     error
}

// sortAll sorts one partition after the other, as many at once as ready and free have room for.
func (t tables) sortAll(ctx context.Context, partitions int, ready chan<- chan sorted, free <-chan []Record) {
	defer close(ready)
	for p := range partitions {
		var memory []Record
		select {
		case memory = <-free:
		case <-ctx.Done():
			return
		}
		one := make(chan sorted, 1)
		go func() {
			records, err := t.sorted(p, memory)
			one <- sorted{records, err}
		}()
		select {
		case ready <- one:
		case <-ctx.Done():
			<-one // which reads the files
			return
		}
	}
}

// eachSorted calls f for each group of each partition.
func eachSorted(ready <-chan chan sorted, free chan<- []Record, f func([]Record) error) error {
	for one := range ready {
		s := <-one
		if s.err == nil {
			s.err = eachGroup(s.records, f)
		}
		if s.err != nil {
			return s.err
		}
		free <- s.records
	}
	return nil
}

// eachGroup calls f for each run of equal keys.
func eachGroup(records []Record, f func([]Record) error) error {
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
}

// tables are files with their blocks. None is open for long, as there may be more of them than
// a process may open.
type tables []table

// table is a file with its blocks.
type table struct {
	path   string
	blocks []block
}

// block says where the partitions of a block start, and at last where it ends.
type block struct {
	at     int64
	starts []uint32 // in records
}

func findTables(paths []string, partitions int) (tables, error) {
	t := make(tables, len(paths))
	for i, path := range paths {
		t[i].path = path
		if err := t[i].read(func(f *os.File) error { return t[i].find(f, partitions) }); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// read opens the file for a while.
func (t *table) read(f func(*os.File) error) error {
	file, err := os.Open(t.path)
	if err == nil {
		err = f(file)
		_ = file.Close()
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", t.path, files.WithoutPath(err))
	}
	return nil
}

// find reads the heads of all blocks.
func (t *table) find(f *os.File, partitions int) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, 4*partitions)
	for at := int64(0); at < info.Size(); {
		if _, err := f.ReadAt(head, at); err != nil {
			return errors.New("it ends in the middle of a block")
		}
		b := block{at: at + int64(len(head)), starts: make([]uint32, partitions+1)}
		for p := range partitions {
			b.starts[p+1] = b.starts[p] + binary.LittleEndian.Uint32(head[4*p:])
		}
		t.blocks = append(t.blocks, b)
		if at = b.at + recordBytes*int64(b.starts[partitions]); at > info.Size() {
			return errors.New("it ends in the middle of a block")
		}
	}
	return nil
}

// sorted reads and sorts a partition, in the memory of another.
func (t tables) sorted(p int, records []Record) ([]Record, error) {
	n := 0
	for _, table := range t {
		for _, b := range table.blocks {
			n += int(b.starts[p+1] - b.starts[p])
		}
	}
	records = slices.Grow(records[:0], n)
	var text []byte
	for i := range t {
		err := t[i].read(func(f *os.File) error {
			for _, b := range t[i].blocks {
				n := recordBytes * int(b.starts[p+1]-b.starts[p])
				text = slices.Grow(text[:0], n)[:n]
				if _, err := f.ReadAt(text, b.at+recordBytes*int64(b.starts[p])); err != nil && n > 0 {
					return err
				}
				records = appendRecords(records, text)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(records, func(a, b Record) int {
		if a.High != b.High {
			if a.High < b.High {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Low, b.Low), cmp.Compare(a.Row, b.Row))
	})
	return records, nil
}

// appendRecords appends records as they stand in a file.
func appendRecords(records []Record, text []byte) []Record {
	for ; len(text) > 0; text = text[recordBytes:] {
		records = append(records, Record{
			Key{binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])}, binary.LittleEndian.Uint64(text[16:]),
		})
	}
	return records
}
