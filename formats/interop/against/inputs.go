package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Corpora that gridmill ships and larger ones, which may be missing.
var (
	shippedCorpora = []string{"easy.csv", "hard.txt", "many-solutions.txt", "minimal.txt", "no-solution.txt", "sparse.txt"}
	largerCorpora  = []string{"easy_40k.csv", "17_clue.txt", "minimal_20k.txt", "hardest_5000.txt", "magictour_top1465.txt"}
)

// derivedRows is how many rows the inputs have that DuckDB writes: more than one of
// its row groups, whose default size is 122,880.
const derivedRows = 150_000

// Grids as lists, made in SQL from a column called puzzle.
const (
	digit = "coalesce(try_cast(substr(puzzle, i::INTEGER + 1, 1) AS INTEGER), 0)"
	list  = "[" + digit + " FOR i IN range(81)]"
	lists = "[[" + digit + " FOR i IN range(9 * y, 9 * y + 9)] FOR y IN range(9)]"
)

// duckInputs are the inputs that DuckDB writes: file name, query, options of COPY.
var duckInputs = []struct{ file, query, options string }{
	{"duckdb-default.parquet", "FROM given", "FORMAT parquet"},
	{"duckdb-zstd.parquet", "FROM given", "FORMAT parquet, COMPRESSION zstd"},
	{"duckdb-large-groups.parquet", "FROM given", "FORMAT parquet, ROW_GROUP_SIZE 1000000"},
	{"duckdb-large-groups-zstd.parquet", "FROM given", "FORMAT parquet, ROW_GROUP_SIZE 1000000, COMPRESSION zstd"},
	{"duckdb-dictionaries.parquet", "FROM given", "FORMAT parquet, DICTIONARY_SIZE_LIMIT 1000000"},
	{"duckdb-version-2.parquet", "FROM given", "FORMAT parquet, PARQUET_VERSION v2"},
	{"duckdb-list.parquet", "SELECT id, " + list + " AS puzzle, solution FROM whole", "FORMAT parquet"},
	{"duckdb-lists.parquet", "SELECT id, " + lists + " AS puzzle, note FROM whole", "FORMAT parquet"},
	{"quoted.csv", "FROM given", "FORMAT csv, HEADER, FORCE_QUOTE *"},
	{"nested.csv", "SELECT id, " + lists + "::VARCHAR AS puzzle, note FROM whole", "FORMAT csv, HEADER"},
	{"tabs.tsv", "SELECT id, puzzle, number, solution FROM given", "FORMAT csv, HEADER, DELIMITER '\t'"},
}

// corporaIn returns those of the named files that a directory has.
func corporaIn(dir string, names []string) []string {
	var found []string
	for _, name := range names {
		if path := filepath.Join(dir, name); exists(path) {
			found = append(found, path)
		}
	}
	return found
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// shipped returns the folder of the corpora that gridmill ships.
func shipped(root string) string { return filepath.Join(root, "benchmarks", "corpora") }

// makeInputs returns the paths of all inputs whose output is compared. Those that
// are derived from others are made in dir.
func makeInputs(ctx context.Context, o *options, d *duck, base *program, root, dir string) ([]string, error) {
	inputs := append(corporaIn(shipped(root), shippedCorpora), corporaIn(o.corpora, largerCorpora)...)
	if len(inputs) < len(shippedCorpora)+len(largerCorpora) {
		fmt.Printf("Some of the larger corpora are not in %s; -corpora names another directory.\n", o.corpora)
	}
	var tables []string
	for _, path := range inputs {
		if filepath.Ext(path) == ".csv" {
			tables = append(tables, path)
		}
	}
	for _, table := range tables {
		made, err := compressedForms(table, dir)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, made...)
		if made, err = parquetForms(ctx, base, table, dir); err != nil {
			return nil, err
		}
		inputs = append(inputs, made...)
	}
	made, err := duckForms(ctx, d, tables[len(tables)-1], dir)
	if err != nil {
		return nil, err
	}
	inputs = append(inputs, made...)
	for _, path := range o.extra {
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		inputs = append(inputs, path)
	}
	return inputs, nil
}

// compressors are the kinds of compression that gridmill reads, by extension.
var compressors = []struct {
	extension string
	open      func(io.Writer) (io.WriteCloser, error)
}{
	{".gz", func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }},
	{".zst", func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }},
}

// compressedForms makes a file compressed in each kind.
func compressedForms(file, dir string) ([]string, error) {
	var made []string
	for _, c := range compressors {
		path := filepath.Join(dir, filepath.Base(file)+c.extension)
		if err := compressFile(path, file, c.open); err != nil {
			return nil, err
		}
		made = append(made, path)
	}
	return made, nil
}

// compressFile writes a file compressed to another.
func compressFile(target, source string, compressor func(io.Writer) (io.WriteCloser, error)) error {
	data, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	f, err := os.Create(target)
	if err != nil {
		return err
	}
	w, err := compressor(f)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close(), f.Close())
}

// parquetForms has the base write Parquet of a file in each kind of compression.
func parquetForms(ctx context.Context, base *program, file, dir string) ([]string, error) {
	var made []string
	for _, kind := range []string{"none", "snappy", "zstd"} {
		stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		path := filepath.Join(dir, stem+"-gridmill-"+kind+".parquet")
		if _, err := output(ctx, base.path, "solve", file, "-o", path, "--compression", kind, "--progress", "none"); err != nil {
			return nil, err
		}
		made = append(made, path)
	}
	return made, nil
}

// duckForms has DuckDB write a table of puzzles in many forms. The table grows by
// changing digits for others, so that its puzzles differ; some rows are no puzzles.
func duckForms(ctx context.Context, d *duck, file, dir string) ([]string, error) {
	err := d.exec(ctx, `
		CREATE OR REPLACE TABLE corpus AS SELECT row_number() OVER () AS nr, * FROM %[1]s;
		CREATE OR REPLACE TABLE grown AS SELECT row_number() OVER (ORDER BY copy, nr) AS id,
				translate(puzzle, '123456789', shifted) AS puzzle, translate(solution, '123456789', shifted) AS solution
			FROM corpus, (SELECT copy, substr('12345678912345678', copy::INTEGER %% 9 + 1, 9) AS shifted
				FROM range((SELECT ceil(%[2]d / count(*))::BIGINT FROM corpus)) AS copies(copy))
			ORDER BY id LIMIT %[2]d;
		CREATE OR REPLACE TABLE given AS SELECT id,
				(['"a", "b"', 'c;d|e' || chr(9) || 'f', 'two' || chr(10) || 'lines', 'Größe 数独', '', NULL])[id %% 6 + 1] AS note,
				CASE WHEN id %% 500 = 0 THEN NULL WHEN id %% 501 = 0 THEN substr(puzzle, 1, (id %% 81)::INTEGER) ELSE puzzle END AS puzzle,
				CASE WHEN id %% 3 > 0 THEN id * 1000 END AS number, solution
			FROM grown;
		CREATE OR REPLACE VIEW whole AS SELECT * FROM given WHERE length(puzzle) = 81 LIMIT 30000`, fromCSV(file), derivedRows)
	if err != nil {
		return nil, err
	}
	var made []string
	for _, c := range duckInputs {
		path := filepath.Join(dir, c.file)
		if err := d.exec(ctx, "COPY (%s) TO %s (%s)", c.query, quoted(path), c.options); err != nil {
			return nil, err
		}
		made = append(made, path)
	}
	return made, nil
}
