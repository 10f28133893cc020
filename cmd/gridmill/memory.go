package main

import (
	"fmt"
	"runtime/debug"

	"github.com/dustin/go-humanize"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// Memory for batches is limited by the maximums of --batch, --workers and their product. A run
// holds about twice as many rows as its workers process at once. A row takes at least 512 bytes.
const (
	maxBatch   = 1 << 20
	maxWorkers = 1 << 10
	maxRows    = 1 << 22
)

const (
	// baseMemory is the memory that a run takes in addition to its batches. It covers the
	// program, file buffers, and a Parquet row group without added columns.
	baseMemory = 72 << 20
	// programMemory is the part of baseMemory that the Go runtime does not count: the program's
	// code and data.
	programMemory = 32 << 20
	// rowMemory is the memory that a row takes in addition to its bytes in the input. It covers the
	// puzzle, result, answer and statistics. Added columns take additional memory.
	rowMemory = 512
	// groupShare is the memory that a row's added columns take in a batch, divided by what they
	// take in a Parquet row group. Row groups take less, because they are compressed.
	groupShare = 24
	// copies is the number of bytes that a batch takes for each byte of its rows: one for the text
	// as read, one for the text as written, and one for growth.
	copies = 3
)

// batchBytes returns the number of bytes that a batch may hold under the --memory limit. It also
// sets the memory limit of the garbage collector. Without --memory, it returns 0 and sets no limit.
func (o *jobOptions) batchBytes(s *settings) (int, error) {
	if o.memory == "" {
		return 0, nil
	}
	memory, err := humanize.ParseBytes(o.memory)
	if err != nil || memory > 1<<50 {
		return 0, fmt.Errorf("--memory must be a size such as 512MB or 2GiB, not %q", o.memory)
	}
	perRow := uint64(rowMemory + s.extras.RowBytes(len(s.outputs)))
	base := uint64(baseMemory)
	for _, format := range s.outputs {
		if format == formats.Parquet {
			base += uint64(o.rowGroup * s.extras.RowBytes(1) / groupShare)
		}
	}
	needed := func(workers, batch int) uint64 {
		return base + uint64(pipeline.Slots(workers))*(uint64(batch)*perRow+copies*formats.MinBatchBytes)
	}
	if least := needed(o.workers, o.batch); memory < least {
		advice := "raise --memory"
		if needed(1, o.batch) <= memory {
			advice += ", or lower --workers"
		}
		if needed(o.workers, 1) <= memory {
			advice += ", or lower --batch"
		}
		return 0, fmt.Errorf("--memory %s is too low: %s MB is needed for %s with batches of %s; %s",
			o.memory, humanize.Comma(int64(least+999_999)/1_000_000), countOf(int64(o.workers), "worker"), countOf(int64(o.batch), "puzzle"), advice)
	}
	debug.SetMemoryLimit(int64(memory - programMemory))
	return int(min((memory-base)/uint64(pipeline.Slots(o.workers))-uint64(o.batch)*perRow, 1<<30) / copies), nil
}
