package filekind

import (
	"bytes"
	"regexp"
)

// startsSQLite is how a dump of SQLite starts.
var startsSQLite = regexp.MustCompile(`^(PRAGMA foreign_keys|BEGIN TRANSACTION;)`)

// sqlStatement is how SQL starts, behind comments: with the name of the program that dumped it, or with
// a statement.
var sqlStatement = regexp.MustCompile(`(?i)^(\s|/\*[^*]*\*/;?|--[^\n]*\n)*(-- [^\n]*(SQL|MariaDB)[^\n]*\bdump\b|(CREATE|DROP|ALTER)\s+(TABLE|DATABASE|SCHEMA|TEMP\w*\s+TABLE)\s|(INSERT|REPLACE)\s[\w\s]*INTO\s|COPY\s[^\n]*\sFROM\s|PRAGMA\s+\w+|LOCK\s+TABLES\s|(BEGIN|START)(\s+TRANSACTION)?\s*;|SET\s+(@?\w+\s*=|NAMES\s)|USE\s+[^\s;]+;)`)

// sqlRows is how SQL starts that inserts rows and holds one a line.
var sqlRows = regexp.MustCompile(`(?i)^(\s|/\*[^*]*\*/;?|--[^\n]*\n)*INSERT\s[\w\s]*INTO\s[^;]*?\bVALUES\s*\([^()\n]*\)\s*[,;][ \t]*\r?\n`)

// InsertsRows reports whether text is SQL that inserts rows and starts with one a line, so that it
// can be read.
func InsertsRows(text []byte) bool { return sqlRows.Match(text[:min(len(text), HeadSize)]) }

// startsSQL reports whether text is SQL that cannot be read.
func startsSQL(head []byte) bool { return sqlStatement.Match(head) && !sqlRows.Match(head) }

// startsR is how a program of R starts that makes a vector or a table, as dput writes it.
var startsR = regexp.MustCompile(`^\s*([\w.]+\s*(<-|=)\s*)?(c|structure|list|data\.frame)\(["\w]`)

// latex is how a document of LaTeX starts, or a table of one.
var latex = regexp.MustCompile(`^(\s|%[^\n]*\n)*\\(documentclass|begin|usepackage|setlength|input)\b`)

// startsLaTeX reports whether text is LaTeX without the grids of its package sudoku, which can be read.
func startsLaTeX(head []byte) bool {
	return latex.Match(head) && !bytes.Contains(head, []byte(`\begin{sudoku`))
}
