package interop

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestGenerated uses DuckDB to check that Parquet files of generated puzzles have numbers and
// booleans of the right types, and the same lists of steps as JSON lines.
func TestGenerated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made, lines := filepath.Join(dir, "made.parquet"), filepath.Join(dir, "made.jsonl")
	for _, output := range []string{made, lines} {
		if code, messages := gridmill(t, "generate", "--count", "5000", "--with", "steps,techniques", "-o", output, "--progress", "none"); code != 0 {
			t.Fatalf("exit code %d\n%s", code, messages)
		}
	}
	d := openDuck(t)
	for _, want := range []string{"weight|DOUBLE", "minimal|BOOLEAN"} {
		if columns := d.describe(made); !slices.Contains(columns, want) {
			t.Errorf("%q does not have %s", columns, want)
		}
	}
	d.load("made", made)
	d.wantSolved("made")
	d.want("SELECT count(*) FILTER (minimal), sum(clues) BETWEEN 121500 AND 122500 FROM made", "5000|true")
	d.want("SELECT count(*), count(steps) > 4000, bool_and((hardest = 'extreme') = (steps IS NULL)) FROM '"+made+"'", "5000|true|true")
	d.want("SELECT bool_and(len(list_filter(steps, s -> s.digit::INT > 0 )) = 81 - clues) FROM "+
		"(SELECT clues, list_transform(steps, s -> {digit: json_extract(s, '$.digit')}) AS steps FROM '"+made+"')", "true")
	d.want("SELECT count(*) FROM '"+made+"' p JOIN read_json('"+lines+"', columns={puzzle: 'VARCHAR', steps: 'JSON[]'}) j USING (puzzle) "+
		"WHERE p.steps IS NOT DISTINCT FROM list_transform(j.steps, s -> s::VARCHAR)", "5000")
}
