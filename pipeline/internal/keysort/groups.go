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

	"github.com/gridmill/gridmill/formats/files"
)

// Groups calls f for each key in the files, in the order of keys, with the records that have
// it, in the order of their rows. They are valid until f returns. Workers sort as many
// partitions at once, of which each takes 24 bytes a record.
func Groups(ctx context.Context, paths []string, partitions, workers int, f func(group []Record) error) error {
	t, err := openTables(paths, partitions)
	defer t.close()
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
func (t *tables) sortAll(ctx context.Context, partitions int, ready chan<- chan sorted, free <-chan []Record) {
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

// tables are the blocks of all files.
type tables struct{ files []table }

// table is a file with its blocks.
type table struct {
	file   *os.File
	path   string
	blocks []block
}

// block says where the partitions of a block start, and at last where it ends.
type block struct {
	at     int64
	starts []uint32 // in records
}

func openTables(paths []string, partitions int) (*tables, error) {
	t := new(tables)
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return t, fmt.Errorf("%s cannot be read: %w", path, files.WithoutPath(err))
		}
		t.files = append(t.files, table{file: f, path: path})
		if err := t.files[len(t.files)-1].find(partitions); err != nil {
			return t, fmt.Errorf("%s cannot be read: %w", path, files.WithoutPath(err))
		}
	}
	return t, nil
}

func (t *tables) close() {
	for _, f := range t.files {
		_ = f.file.Close()
	}
}

// find reads the heads of all blocks.
func (t *table) find(partitions int) error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, 4*partitions)
	for at := int64(0); at < info.Size(); {
		if _, err := t.file.ReadAt(head, at); err != nil {
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
func (t *tables) sorted(p int, records []Record) ([]Record, error) {
	n := 0
	for _, f := range t.files {
		for _, b := range f.blocks {
			n += int(b.starts[p+1] - b.starts[p])
		}
	}
	records = slices.Grow(records[:0], n)
	var text []byte
	for _, f := range t.files {
		for _, b := range f.blocks {
			n := int(b.starts[p+1] - b.starts[p])
			text = slices.Grow(text[:0], recordBytes*n)[:recordBytes*n]
			if _, err := f.file.ReadAt(text, b.at+recordBytes*int64(b.starts[p])); err != nil && (n > 0 || !errors.Is(err, io.EOF)) {
				return nil, fmt.Errorf("%s cannot be read: %w", f.path, files.WithoutPath(err))
			}
			for ; len(text) > 0; text = text[recordBytes:] {
				records = append(records, Record{
					Key{binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])}, binary.LittleEndian.Uint64(text[16:]),
				})
			}
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
