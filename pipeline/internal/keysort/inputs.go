package keysort

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/gridmill/gridmill/formats/files"
)

// inputs are files of keys. They are open only briefly, as there can be more of them than
// a process can open.
type inputs []keyFile

// keyFile is a file of keys with its blocks.
type keyFile struct {
	path   string
	blocks []block
}

// block says where the partitions of a block start and, last, where it ends.
type block struct {
	at     int64
	starts []uint32 // in records
}

func findInputs(paths []string, partitions int) (inputs, error) {
	in := make(inputs, len(paths))
	for i, path := range paths {
		in[i].path = path
		if err := in[i].read(func(f *os.File) error { return in[i].find(f, partitions) }); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// read opens the file for the duration of f.
func (k *keyFile) read(f func(*os.File) error) error {
	file, err := os.Open(k.path)
	if err == nil {
		err = f(file)
		_ = file.Close()
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", k.path, files.WithoutPath(err))
	}
	return nil
}

// find reads the heads of all blocks.
func (k *keyFile) find(f *os.File, partitions int) error {
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
		k.blocks = append(k.blocks, b)
		if at = b.at + recordBytes*int64(b.starts[partitions]); at > info.Size() {
			return errors.New("it ends in the middle of a block")
		}
	}
	return nil
}
