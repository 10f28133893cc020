package interop

import (
	"fmt"
	"strings"
	"testing"
)

// TestMetadata uses DuckDB to check the metadata that Parquet readers use to skip row groups and
// choose types.
func TestMetadata(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.makeMixed()
	input := d.copyTo("in.parquet", "SELECT id, corpus, label, puzzle FROM range(60), given ORDER BY corpus, id", "FORMAT parquet")
	for flag, codec := range map[string]string{"zstd": "ZSTD", "snappy": "SNAPPY", "none": "UNCOMPRESSED"} {
		t.Run(flag, func(t *testing.T) {
			d := d.in(t)
			output := solve(t, input, "out.parquet", "--compression", flag)
			d.exec("CREATE OR REPLACE TABLE chunks AS FROM parquet_metadata('%s')", output)
			d.want("SELECT created_by, num_rows, num_row_groups FROM parquet_file_metadata('"+output+"')", "gridmill|132180|2")
			d.want("SELECT DISTINCT row_group_id, row_group_num_rows, num_values FROM chunks ORDER BY ALL", "0|122880|122880", "1|9300|9300")
			d.want("SELECT DISTINCT compression, encodings, dictionary_page_offset FROM chunks WHERE path_in_schema IN ('id', 'puzzle', 'solution', 'guesses', 'clues')", codec+"|PLAIN, RLE|NULL")
			// Each chunk of the verdict column starts with a dictionary page.
			d.want("SELECT DISTINCT compression, encodings, dictionary_page_offset > 0 AND dictionary_page_offset < data_page_offset FROM chunks WHERE path_in_schema = 'verdict'",
				codec+"|RLE_DICTIONARY, PLAIN, RLE|true")
			d.checkSizes()
			d.checkStatistics(output)
			d.checkSchema(output)
		})
	}
}

// checkSizes checks that column chunks have no gaps between them, and that their sizes add up to
// the size of the row group.
func (d *duck) checkSizes() {
	d.t.Helper()
	d.want("SELECT min(data_page_offset) FROM chunks", "4")
	d.wantNone(`SELECT * FROM (
		SELECT coalesce(dictionary_page_offset, data_page_offset) AS begins, begins + total_compressed_size AS ends,
			lead(begins) OVER (ORDER BY row_group_id, column_id) AS next_begins FROM chunks)
		WHERE ends <> next_begins`)
	d.wantNone(`SELECT row_group_id, row_group_bytes, row_group_compressed_bytes,
			sum(total_uncompressed_size) AS uncompressed, sum(total_compressed_size) AS compressed
		FROM chunks GROUP BY ALL HAVING row_group_bytes <> uncompressed OR row_group_compressed_bytes <> compressed`)
}

// checkStatistics compares the statistics of each row group with the values in the row group.
func (d *duck) checkStatistics(file string) {
	d.t.Helper()
	for _, name := range integers {
		d.wantSame(
			fmt.Sprintf("SELECT stats_min_value::INTEGER, stats_max_value::INTEGER, stats_null_count FROM chunks WHERE path_in_schema = '%s' ORDER BY row_group_id", name),
			fmt.Sprintf("SELECT min(%[1]s), max(%[1]s), 0 FROM read_parquet('%[2]s', file_row_number = true) GROUP BY file_row_number // 122880 ORDER BY file_row_number // 122880", name, file))
		// DuckDB uses the statistics to skip row groups. It must still find all rows that hold n.
		d.exec("CREATE OR REPLACE TABLE rows AS SELECT %s AS n FROM '%s'", name, file)
		for _, n := range []int{0, 1, 2, 20, 25, 30} {
			d.want(fmt.Sprintf("SELECT count(*) FROM '%s' WHERE %s = %d", file, name, n),
				d.query("SELECT count(*) FROM rows WHERE n = %d", n)...)
		}
	}
	for _, name := range []string{"solution", "verdict", "reason"} {
		d.want(fmt.Sprintf("SELECT count(stats_min), count(stats_max), sum(stats_null_count) FROM chunks WHERE path_in_schema = '%s'", name),
			d.query("SELECT 0, 0, count(*) - count(%s) FROM '%s'", name, file)...)
	}
}

// checkSchema checks that columns without missing values are marked as required, and that text
// columns are marked as text.
func (d *duck) checkSchema(file string) {
	d.t.Helper()
	var want []string
	for _, column := range added {
		switch name, _, _ := strings.Cut(column, "|"); {
		case name == "verdict":
			want = append(want, name+"|BYTE_ARRAY|REQUIRED|StringType()")
		case strings.HasSuffix(column, "|VARCHAR"):
			want = append(want, name+"|BYTE_ARRAY|OPTIONAL|StringType()")
		default:
			want = append(want, name+"|INT32|REQUIRED|NULL")
		}
	}
	d.want("SELECT name, type, repetition_type, logical_type FROM parquet_schema('"+file+"') OFFSET 5", want...)
}
