package keysort

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/gridmill/gridmill/formats/files"
)

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
