package interop

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDataset uses DuckDB to check training data. The hub layout must agree with its README.md and
// the rules of Sudoku. The other layouts must have the same rows.
func TestDataset(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "set")
	args := []string{
		"dataset", corpus("easy.csv"), corpus("minimal.txt"), "-o", dir + "/", "--layout", "hub,csv,parquet,jsonl", "--split", "train=0.8,test=0.2",
		"--augment", "train=3", "--part-rows", "1000", "--keep", "none", "--answer-column", "none", "--progress", "none",
	}
	if code, messages := gridmill(t, args...); code != 0 {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	card := string(text)
	d := openDuck(t)
	for split, morphs := range map[string]int{"train": 3, "test": 0} {
		d.exec("CREATE TABLE %[1]s AS SELECT row_number() OVER () AS row, * FROM read_parquet('%[2]s/data/%[1]s-*.parquet')", split, dir)
		d.wantSolved(split)
		count := d.query("SELECT count(*) FROM %s", split)[0]
		if want := regexp.MustCompile(`- name: ` + split + `\n    num_bytes: \d+\n    num_examples: ` + count + `\n`); !want.MatchString(card) {
			t.Errorf("%s has %s rows, and the card is\n%s", split, count, card)
		}
		d.want("SELECT DISTINCT split, n FROM (SELECT base, split, count(*) AS n, list(morph ORDER BY row) AS morphs FROM "+split+
			" GROUP BY ALL HAVING morphs = range("+fmt.Sprint(morphs+1)+"))", fmt.Sprintf("%s|%d", split, morphs+1))
		d.wantNone("SELECT base FROM " + split + " GROUP BY base HAVING count(*) <> " + fmt.Sprint(morphs+1))
		d.wantNone("SELECT puzzle FROM " + split + " GROUP BY puzzle HAVING count(*) > 1")
		d.exec("CREATE TABLE %[1]s_csv AS SELECT row_number() OVER () AS row, * FROM read_csv('%[2]s/%[1]s.csv', all_varchar = true)", split, dir)
		d.wantSame("SELECT row, puzzle, solution, guesses::VARCHAR FROM "+split, "SELECT row, question, answer, rating FROM "+split+"_csv")
		d.wantSame("SELECT * EXCLUDE row FROM "+split, fmt.Sprintf("FROM read_parquet('%s/%s.parquet')", dir, split))
		d.wantSame("SELECT * EXCLUDE row FROM "+split, fmt.Sprintf("FROM read_json('%s/%s.jsonl')", dir, split))
	}
	d.wantNone("SELECT solution FROM train INTERSECT SELECT solution FROM test")
	types := strings.NewReplacer("VARCHAR", "string", "INTEGER", "int32", "BIGINT", "int64")
	for _, column := range d.query("SELECT column_name, column_type FROM (DESCRIBE FROM read_parquet('%s/data/*.parquet'))", dir) {
		name, kind, _ := strings.Cut(column, "|")
		if want := fmt.Sprintf("  - name: %q\n    dtype: %s\n", name, types.Replace(kind)); !strings.Contains(card, want) {
			t.Errorf("the card does not say %q", want)
		}
	}
}
