package extract

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// apart returns the rows of grid g, each divided into groups of n cells by separator.
func apart(g string, n int, separator string) (rows []string) {
	for ; g != ""; g = g[9:] {
		var parts []string
		for i := 0; i < 9; i += n {
			parts = append(parts, g[i:i+n])
		}
		rows = append(rows, strings.Join(parts, separator))
	}
	return rows
}

// lined returns text with one line per row, each with a prefix and a suffix.
func lined(rows []string, prefix, suffix string) string {
	return prefix + strings.Join(rows, suffix+"\n"+prefix) + suffix
}

// forms maps the name of each form to a function that writes a grid in this form. In these forms,
// blanks can be mistaken for markup.
var forms = map[string]func(g string) string{
	"characters":       func(g string) string { return g },
	"bold":             func(g string) string { return "**" + g + "**" },
	"sentence":         func(g string) string { return "The solution is " + g + "." },
	"bold sentence":    func(g string) string { return "**" + g + "**." },
	"text in JSON":     func(g string) string { return `{"grid": "` + g + `"}` },
	"lines":            func(g string) string { return lined(apart(g, 9, ""), "", "") },
	"bold lines":       func(g string) string { return lined(apart(g, 9, ""), "**", "**") },
	"texts":            func(g string) string { return "[" + lined(apart(g, 9, ""), `"`, `",`) + "]" },
	"fence":            func(g string) string { return "```\n" + lined(apart(g, 9, ""), "", "") + "\n```" },
	"spaces":           func(g string) string { return lined(apart(g, 1, " "), "", "") },
	"bold cells":       func(g string) string { return lined(apart(g, 1, "** **"), "**", "**") },
	"spaces and stop":  func(g string) string { return lined(apart(g, 1, " "), "", "") + "." },
	"commas":           func(g string) string { return lined(apart(g, 1, ","), "", "") },
	"boxes":            func(g string) string { return lined(apart(g, 3, " "), "", "") },
	"bars":             func(g string) string { return lined(apart(g, 3, "|"), "", "") },
	"boxes in fence":   func(g string) string { return "```text\n" + lined(apart(g, 3, "  "), "", "") + "\n```" },
	"bullets":          func(g string) string { return lined(apart(g, 1, " "), "- ", "") },
	"names":            func(g string) string { return named(apart(g, 1, " "), "Row # ") },
	"names with dash":  func(g string) string { return named(apart(g, 9, ""), "Row # - ") },
	"bold names":       func(g string) string { return named(apart(g, 1, " "), "- **Row #**: ") },
	"names of columns": func(g string) string { return named(apart(g, 1, " | "), "| **r#** | ") },
	"table": func(g string) string {
		return "|---|---|---|---|---|---|---|---|---|\n" + lined(apart(g, 1, "|"), "|", "|")
	},
}

func named(rows []string, name string) string {
	for i := range rows {
		rows[i] = strings.ReplaceAll(name, "#", string(rune('1'+i))) + rows[i]
	}
	return lined(rows, "", "")
}

// TestBlanksInAllForms checks that blanks are recognized as cells in every form of a grid. It tries
// every ASCII character that can mark a blank.
func TestBlanksInAllForms(t *testing.T) {
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	r := rand.New(rand.NewPCG(1, 2))
	for name, write := range forms {
		for range 200 {
			cells := []byte(solution)
			for share, i := r.IntN(90), 0; i < len(cells); i++ {
				if r.IntN(100) < share {
					cells[i] = solver.Blank
				}
			}
			for _, blank := range []string{".", "0", "_", "*", "-", "x", "X", "?"} {
				text := write(strings.ReplaceAll(string(cells), ".", blank))
				if found := Last([]byte(text)); found.Grid.String() != string(cells) {
					t.Errorf("%s with %s: found %s\n%s\nwant\n%s\nin\n%s", name, blank, describe(&found), found.Grid.String(), cells, text)
				}
			}
		}
	}
}
