package interop

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridmill/gridmill/formats"
)

// TestConcat uses DuckDB to check that a joined file has the same rows as a file written by a
// single run.
func TestConcat(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.makeMixed()
	for _, name := range []string{"zstd.parquet", "snappy.parquet", "none.parquet", "plain.csv", "gzip.csv.gz", "zstd.csv.zst"} {
		t.Run(name, func(t *testing.T) {
			d := d.in(t)
			var flags []string
			if filepath.Ext(name) == ".parquet" {
				flags = []string{"--compression", name[:len(name)-len(".parquet")]}
			}
			// Each output records the name of its input, so all runs read the same path.
			input := d.copyTo("in.csv", "SELECT id, puzzle FROM given", "FORMAT csv")
			whole := solve(t, input, name, flags...)
			var parts []string
			for from := 0; from < 2500; from += 700 {
				d.exec("COPY (SELECT id, puzzle FROM given WHERE id > %d AND id <= %d) TO '%s' (FORMAT csv)", from, from+700, input)
				parts = append(parts, solve(t, input, name, flags...))
			}
			joined := filepath.Join(t.TempDir(), name)
			if err := concat(joined, parts); err != nil {
				t.Fatal(err)
			}
			d.load("joined", joined)
			d.load("whole", whole)
			d.wantSame("FROM joined", "FROM whole")
			if filepath.Ext(name) != ".parquet" {
				return
			}
			d.exec("CREATE OR REPLACE TABLE chunks AS FROM parquet_metadata('%s')", joined)
			d.checkSizes()
			d.want("SELECT DISTINCT row_group_id, row_group_num_rows FROM chunks ORDER BY ALL", "0|700", "1|700", "2|700", "3|103")
			for _, filter := range []string{"clues = 20", "guesses > 5", "id::INTEGER IN (1, 700, 701, 2203)"} {
				d.want(fmt.Sprintf("SELECT count(*), sum(id::INTEGER) FROM '%s' WHERE %s", joined, filter),
					d.query("SELECT count(*), sum(id::INTEGER) FROM whole WHERE %s", filter)...)
			}
		})
	}
}

// concat joins parts into one file.
func concat(name string, parts []string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := formats.Concat(context.Background(), w, name, parts, formats.Auto, nil); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
