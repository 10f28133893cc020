package interop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// types lists the types that DuckDB writes to Parquet. value is an SQL expression that computes a
// value from id, the row number. fromCSV is an expression that converts text to the type. It is ""
// if a cast is enough, and equals unprintable if CSV cannot hold the type.
var types = []struct{ name, value, fromCSV string }{
	{"boolean", "id % 3 = 0", ""},
	{"tinyint", "(id % 128 - 64)::TINYINT", ""},
	{"smallint", "(-150 * id)::SMALLINT", ""},
	{"integer", "(-3000000 * id)::INTEGER", ""},
	{"bigint", "-id * 4000000000000000", ""},
	{"utinyint", "(255 - id)::UTINYINT", ""},
	{"usmallint", "(65535 - id)::USMALLINT", ""},
	{"uinteger", "(4294967295 - id)::UINTEGER", ""},
	{"ubigint", "(18446744073709551615 - id)::UBIGINT", ""},
	{"hugeint", "id::HUGEINT", ""},
	{"float", "(id / 7)::FLOAT", ""},
	{"double", "id / 7", ""},
	{"not_a_number", "(['nan', 'inf', '-inf'])[id % 3 + 1]::DOUBLE", ""},
	{"decimal_4_1", "(-id / 7)::DECIMAL(4, 1)", ""},
	{"decimal_9_2", "(id / 700)::DECIMAL(9, 2)", ""},
	{"decimal_18_3", "(-id * 123456789)::DECIMAL(18, 3)", ""},
	{"decimal_38_5", "(-id::HUGEINT * 123456789012345678901234)::DECIMAL(38, 5)", ""},
	{"date", "DATE '1970-01-01' + (id - 100)::INTEGER", ""},
	{"old_date", "DATE '1600-02-28' + id::INTEGER", ""},
	{"time", "TIME '12:00:00' + to_microseconds(id * 1001)", ""},
	{"timestamp", "TIMESTAMP '1969-12-31 23:59:59' + to_microseconds(id * 10001)", ""},
	{"timestamp_s", "(TIMESTAMP '2020-01-01' + to_seconds(id))::TIMESTAMP_S", ""},
	{"timestamp_ms", "(TIMESTAMP '2020-01-01' + to_milliseconds(id))::TIMESTAMP_MS", ""},
	{"timestamp_ns", "make_timestamp_ns(1577836800000000000 + id::BIGINT)", ""},
	{"timestamptz", "(TIMESTAMP '2020-01-01' + to_milliseconds(id))::TIMESTAMPTZ", ""},
	{"text", "'number ' || id", ""},
	{"awkward", `(['"', 'a,b', 'one' || chr(10) || 'two', 'crlf' || chr(13) || chr(10), 'Größe 数独 🧩', ' blank ', ''''])[id % 7 + 1]`, ""},
	{"enum", "(['easy', 'hard'])[id % 2 + 1]::ENUM('easy', 'hard')", ""},
	{"uuid", "md5(id::VARCHAR)::UUID", ""},
	{"json", `('{"id": ' || id || '}')::JSON`, ""},
	{"blob", `unhex('ff00' || to_hex(id + 4096))`, "unhex(substr(blob, 3))"},
	{"interval", "to_months(id) + to_days(id) + to_milliseconds(id * 1001)", ""},
	{"list", "[id, NULL, -id]", ""},
	{"lists", "[[id, NULL], [], NULL, [1]]", ""},
	{"empty_list", "CASE WHEN id % 2 = 0 THEN []::INTEGER[] ELSE [1] END", ""},
	{"list_of_texts", `[['x,y', 'q"', NULL, '', chr(10)], [id::VARCHAR]]`, "list_of_texts::JSON::VARCHAR[][]"},
	{"list_of_dates", "[DATE '1970-01-01' + id::INTEGER]", "list_of_dates::JSON::DATE[]"},
	{"list_of_doubles", "[id / 7, 1, NULL]", ""},
	{"struct", "{'a': id, 'b': {'c': ['x', NULL, id::VARCHAR]}}", unprintable},
	{"list_of_structs", "CASE WHEN id % 3 = 0 THEN [] ELSE [{'a': id, 'b': CASE WHEN id % 2 = 0 THEN [id] END}, NULL] END", unprintable},
	{"struct_of_one_field", "{'a': {'b': id}}", unprintable},
	{"struct_of_a_list", "{'a': [id]}", unprintable},
	{"list_of_structs_of_one_field", "[{'a': id}, NULL]", unprintable},
	{"map", "MAP {'id': id, 'none': NULL}", unprintable},
	{"nothing", "NULL::INTEGER", ""},
}

const unprintable = "-"

// makeTypes creates the table "given" with a column of each type. Every fifth value is null.
func (d *duck) makeTypes() {
	columns := []string{"id", "puzzle"}
	for _, t := range types {
		columns = append(columns, fmt.Sprintf("CASE WHEN id %% 5 > 0 THEN (%s) END AS %q", t.value, t.name))
	}
	d.exec("CREATE TABLE given AS SELECT %s FROM (SELECT row_number() OVER () AS id, puzzle FROM %s LIMIT 200)",
		strings.Join(columns, ", "), from(corpus("easy.csv")))
}

// TestTypesKept checks that columns of all types can be copied from Parquet to Parquet unchanged.
func TestTypesKept(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.makeTypes()
	for _, options := range []string{"", ", ROW_GROUP_SIZE 64", ", DICTIONARY_SIZE_LIMIT 1"} {
		input := d.copyTo("in.parquet", "FROM given", "FORMAT parquet"+options)
		for _, compression := range []string{"zstd", "snappy", "none"} {
			t.Run(compression+options, func(t *testing.T) {
				d := d.in(t)
				output := solve(t, input, "out.parquet", "--compression", compression)
				d.checkColumns(output, slices.Concat(d.describe(input), added))
				d.wantSame(fmt.Sprintf("SELECT * EXCLUDE (%s) FROM '%s'", names(added), output), "FROM '"+input+"'")
			})
		}
	}
}

// names returns column names, separated by commas. Each element of columns has the form name|type.
func names(columns []string) string {
	var names []string
	for _, c := range columns {
		name, _, _ := strings.Cut(c, "|")
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// TestTypesToCSV checks that columns of all types that CSV can hold are written to CSV in a form
// that DuckDB can convert back. Columns of other types must cause an error.
func TestTypesToCSV(t *testing.T) {
	t.Parallel()
	d := openDuck(t)
	d.makeTypes()
	input := d.copyTo("in.parquet", "FROM given", "FORMAT parquet")
	printable := []string{"id", "puzzle"}
	for _, c := range types {
		if c.fromCSV != unprintable {
			printable = append(printable, c.name)
		}
	}
	d.exec("CREATE TABLE passed AS FROM %s", from(solve(t, input, "out.csv", "--keep", strings.Join(printable, ","))))
	for _, c := range types {
		t.Run(c.name, func(t *testing.T) {
			d := d.in(t)
			switch kind := d.query("SELECT any_value(typeof(%q)) FROM '%s'", c.name, input)[0]; c.fromCSV {
			case "":
				d.wantSame(fmt.Sprintf("SELECT %q::%s FROM passed", c.name, kind), fmt.Sprintf("SELECT %q FROM '%s'", c.name, input))
			case unprintable:
				code, message := gridmill(t, "solve", input, "-o", t.TempDir()+"/out.csv", "--keep", c.name)
				want := fmt.Sprintf("gridmill: only Parquet output can contain nested columns: %s; use --keep to leave them out, or write Parquet\n", c.name)
				if code != 1 || message != want {
					t.Errorf("exit code %d, message %q, want 1 and %q", code, message, want)
				}
			default:
				d.wantSame(fmt.Sprintf("SELECT %s FROM passed", c.fromCSV), fmt.Sprintf("SELECT %q FROM '%s'", c.name, input))
			}
		})
	}
}
