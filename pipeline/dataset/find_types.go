package dataset

import (
	"context"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
)

// findTypes finds the text columns that have a number in every row. All rows must be solved before
// it is called, because every shard must find the same types.
func (c *Config) findTypes(ctx context.Context, rows *solved) error {
	names := rows.schema.UntypedColumns()
	if len(names) == 0 {
		return nil
	}
	reader, err := rows.open()
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	c.Enter(Choosing, reader, -1)
	finder := formats.NewTypeFinder(reader.Schema(), names)
	config := pipeline.Config{Reader: reader, Writers: []formats.Writer{finder}, Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes}
	if _, err := pipeline.Run(ctx, config); err != nil {
		return err
	}
	rows.types = finder.Types()
	return nil
}
