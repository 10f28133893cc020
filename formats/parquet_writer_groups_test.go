package formats

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"github.com/google/go-cmp/cmp"
)

func groupSizes(r *file.Reader) (rows []int64) {
	for _, g := range r.MetaData().RowGroups {
		rows = append(rows, g.NumRows)
	}
	return rows
}

// TestStatisticsOfKeptColumns checks that a row group records the number of nulls in each column.
// For signed integers, dates and lists of integers, it must also record the minimum and maximum.
func TestStatisticsOfKeptColumns(t *testing.T) {
	optional := parquet.Repetitions.Optional
	unsigned := logical("unsigned", optional, schema.NewIntLogicalType(32, false), parquet.Types.Int32, -1)
	date := logical("date", optional, schema.DateLogicalType{}, parquet.Types.Int32, -1)
	all, some, none := []int16{1, 1, 1}, []int16{1, 0, 1}, []int16{0, 0, 0}
	columns := []column{
		texts("puzzle", puzzle(0), puzzle(1), puzzle(2)),
		{node: schema.NewInt32Node("int32", optional, -1), values: []int32{7, math.MinInt32, 0}, def: all},
		{node: schema.NewInt64Node("int64", optional, -1), values: []int64{math.MaxInt64, -1}, def: some},
		{node: schema.NewInt64Node("nothing", optional, -1), values: []int64{}, def: none},
		{node: date, values: []int32{-3, 2}, def: some},
		{node: unsigned, values: []int32{-3, 2}, def: some},
		{node: schema.NewFloat64Node("double", optional, -1), values: []float64{math.NaN(), 1}, def: some},
		{node: listNode("list", 1, schema.NewInt32Node("element", optional, -1)), values: []int32{5, 4, 6}, def: []int16{3, 3, 2, 0, 3}, rep: []int16{0, 1, 1, 0, 0}},
	}
	in := store(t, "in.parquet", string(parquetOf(t, [][]column{columns})))
	r := openBytes(t, mustConvert(t, []string{in}, keepAll, "out.parquet", WriteOptions{}, 2))
	four, eight := binary.LittleEndian.AppendUint32, binary.LittleEndian.AppendUint64
	type extremes struct {
		Least, Most []byte
		Nulls       int64
	}
	got := map[string]extremes{}
	for _, c := range r.MetaData().RowGroups[0].Columns {
		s := c.MetaData.Statistics
		got[c.MetaData.PathInSchema[0]] = extremes{s.MinValue, s.MaxValue, s.GetNullCount()}
	}
	want := map[string]extremes{
		"puzzle": {},
		"int32":  {four(nil, 1<<31), four(nil, 7), 0},
		"int64":  {eight(nil, math.MaxUint64), eight(nil, math.MaxInt64), 1}, "nothing": {Nulls: 3},
		"date": {four(nil, 1<<32-3), four(nil, 2), 1}, "unsigned": {Nulls: 1}, "double": {Nulls: 1},
		"list": {four(nil, 4), four(nil, 6), 2}, "solution": {}, "verdict": {},
		"solution_count": {four(nil, 1), four(nil, 1), 0}, "reason": {Nulls: 3},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statistics (-want +got):\n%s", diff)
	}
}
