package formats

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/internal/parquet"
)

// concatParquet joins parts that gridmill wrote. Parts that end with full row groups make
// the same bytes as a run that writes one file.
func concatParquet(ctx context.Context, w io.Writer, parts []string, read *files.Counter) error {
	joiner := parquet.NewJoiner(w, createdBy, maxColumns)
	for _, part := range parts {
		if err := addPart(ctx, joiner, part, read); err != nil {
			return files.InFile(part, err)
		}
	}
	return joiner.Close()
}

// addPart appends a part.
func addPart(ctx context.Context, j *parquet.Joiner, part string, read *files.Counter) (err error) {
	f, err := os.Open(part)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return j.Add(f, info.Size(), func(r io.Reader) io.Reader { return files.UntilDone(ctx, read.Reader(r)) })
}
