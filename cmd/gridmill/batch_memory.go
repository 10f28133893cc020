package main

import (
	"fmt"
	"runtime/debug"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

const (
	// baseMemory is what a run takes beside its batches: the program, buffers of
	// files, a row group of Parquet.
	baseMemory = 72 << 20
	// programMemory is the part of it that Go does not count: the program's code and data.
	programMemory = 28 << 20
	// rowMemory is what a row takes beside the bytes that it was read from: puzzle,
	// result, answer, statistics.
	rowMemory = 512
	// copies is how many times a batch holds the bytes of a row: as read, as written, and
	// room to grow.
	copies = 3
)

// batchBytes turns --memory into the number of bytes that a batch may hold, and sets the
// limit of the garbage collector. Without the flag it returns 0 and sets nothing.
func (o *solveOptions) batchBytes() (int, error) {
	if o.memory == "" {
		return 0, nil
	}
	memory, err := humanize.ParseBytes(o.memory)
	if err != nil || memory > 1<<50 {
		return 0, fmt.Errorf("--memory must be a size such as 512MB or 2GiB, not %q", o.memory)
	}
	slots := uint64(pipeline.Slots(o.workers))
	rows := uint64(o.batch) * rowMemory
	if least := baseMemory + slots*(rows+copies*formats.MinBatchBytes); memory < least {
		return 0, fmt.Errorf("--memory %s is too little for %s with batches of %s, which take %s MB; give more, or lower --workers or --batch",
			o.memory, countOf(int64(o.workers), "worker"), countOf(int64(o.batch), "puzzle"), humanize.Comma(int64(least+999_999)/1_000_000))
	}
	debug.SetMemoryLimit(int64(memory - programMemory))
	return int(min((memory-baseMemory)/slots-rows, 1<<30) / copies), nil
}
