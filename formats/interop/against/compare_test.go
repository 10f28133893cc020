package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompareTrees shows that differences in files of every kind are seen, and that
// what may differ does not count.
func TestCompareTrees(t *testing.T) {
	t.Parallel()
	const line = "a line\n"
	for _, c := range []struct{ name, base, current, want string }{
		{"equal.csv", line, line, ""},
		{"changed.csv", line + "2\n", line + "3\n", "from line 2, character 1 on"},
		{"cut.txt", line + line, line, "from line 2, character 1 on"},
		{"end.txt", line, line + "\r", "from line 2, character 1 on"},
		{"changed.csv.gz", line + "2", line + "3", "from line 2, character 1 on"},
		{"changed.csv.zst", line + "2", line + "3", "from line 2, character 1 on"},
		{"version.json", `{"version":"1","parts":[{"part":0,"bytes":7}]}`, `{"version":"2","parts":[{"bytes":8,"part":0}]}`, ""},
		{"value.json", `{"version":"1","parts":[{"part":0}]}`, `{"version":"1","parts":[{"part":1}]}`, "indented, from line 4"},
		{"key.json", `{"version":"1"}`, `{}`, "indented, from line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			base, current := t.TempDir(), t.TempDir()
			write(t, filepath.Join(base, c.name), c.base)
			write(t, filepath.Join(current, c.name), c.current)
			wantDifference(t, &comparison{}, base, current, c.want)
		})
	}
	t.Run("other files", func(t *testing.T) {
		t.Parallel()
		base, current := t.TempDir(), t.TempDir()
		write(t, filepath.Join(base, "parts", "1.csv"), line)
		wantDifference(t, &comparison{}, base, current, "only the base writes it")
		wantDifference(t, &comparison{}, current, base, "only the current program writes it")
	})
}

// TestCompareParquet shows that differences in columns, rows and their order are seen,
// and that compression and encodings do not count.
func TestCompareParquet(t *testing.T) {
	t.Parallel()
	d, err := openDuck()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.close)
	const base = "SELECT id, CASE WHEN id % 3 > 0 THEN id::VARCHAR END AS text FROM range(5000) AS t(id)"
	for _, c := range []struct{ name, query, options, want string }{
		{"equal", base, "", ""},
		{"other pages", base, ", COMPRESSION zstd, PARQUET_VERSION v2", ""},
		{"name", "SELECT id, text AS texts FROM (" + base + ")", "", "columns"},
		{"type", "SELECT id::INTEGER AS id, text FROM (" + base + ")", "", "columns"},
		{"order of columns", "SELECT text, id FROM (" + base + ")", "", "columns"},
		{"row groups", base, ", ROW_GROUP_SIZE 2048", "row groups"},
		{"order of rows", base + " ORDER BY id DESC", "", "5000 rows, the first of which is row 0"},
		{"a value", "SELECT id, CASE WHEN id = 4321 THEN 'x' ELSE text END AS text FROM (" + base + ")", "", "1 rows, the first of which is row 4321"},
		{"an empty text for a null", "SELECT id, coalesce(text, CASE WHEN id = 3 THEN '' END) AS text FROM (" + base + ")", "", "1 rows, the first of which is row 3"},
		{"rows", base + " WHERE id < 4999", "", "row groups"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dirs := [2]string{t.TempDir(), t.TempDir()}
			for i, copied := range []struct{ query, options string }{{base, ""}, {c.query, c.options}} {
				if err := d.exec(t.Context(), "COPY (%s) TO %s (FORMAT parquet%s)", copied.query, quoted(filepath.Join(dirs[i], "out.parquet")), copied.options); err != nil {
					t.Fatal(err)
				}
			}
			wantDifference(t, &comparison{duck: d}, dirs[0], dirs[1], c.want)
		})
	}
	t.Run("damage", func(t *testing.T) {
		dirs := [2]string{t.TempDir(), t.TempDir()}
		file := filepath.Join(dirs[0], "out.parquet")
		if err := d.exec(t.Context(), "COPY (%s) TO %s (FORMAT parquet, COMPRESSION zstd)", base, quoted(file)); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		copy(data[4:], bytes.Repeat([]byte{0xff}, 40)) // the header of the first page
		write(t, filepath.Join(dirs[1], "out.parquet"), string(data))
		wantDifference(t, &comparison{duck: d}, dirs[0], dirs[1], "DuckDB cannot read the current one")
	})
}

// wantDifference checks what a comparison of two directories finds: one difference
// that contains a text or, if that is empty, none.
func wantDifference(t *testing.T, c *comparison, base, current, want string) {
	t.Helper()
	found, err := c.compareTrees(context.Background(), base, current)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case want == "" && len(found) > 0, want != "" && len(found) != 1:
		t.Errorf("got %q, want %q", found, want)
	case want != "" && !strings.Contains(found[0], want):
		t.Errorf("got %q, want %q in it", found[0], want)
	}
}

// write writes a file, compressed if its name says so.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range compressors {
		if filepath.Ext(path) == c.extension {
			if err := compressFile(path, path, c.open); err != nil {
				t.Fatal(err)
			}
		}
	}
}
