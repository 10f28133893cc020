package filekind

import (
	"bytes"
	"regexp"
	"slices"
	"sync"
)

// The expressions are made when text may match them, as most files do not.

// sqlStatement is how SQL starts, behind comments: with the name of the program that dumped it, or with
// a statement.
var sqlStatement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(\s|/\*[^*]*\*/;?|--[^\n]*\n)*(-- [^\n]*(SQL|MariaDB)[^\n]*\bdump\b|(CREATE|DROP|ALTER)\s+(TABLE|DATABASE|SCHEMA|TEMP\w*\s+TABLE)\s|(INSERT|REPLACE)\s[\w\s]*INTO\s|COPY\s[^\n]*\sFROM\s|PRAGMA\s+\w+|LOCK\s+TABLES\s|(BEGIN|START)(\s+TRANSACTION)?\s*;|SET\s+(@?\w+\s*=|NAMES\s)|USE\s+[^\s;]+;)`)
})

// sqlRows is how SQL starts that inserts rows and holds one a line.
var sqlRows = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(\s|/\*[^*]*\*/;?|--[^\n]*\n)*INSERT\s[\w\s]*INTO\s[^;]*?\bVALUES\s*\([^()\n]*\)\s*[,;][ \t]*\r?\n`)
})

// InsertsRows reports whether text is SQL that inserts rows and starts with one a line, so that it
// can be read.
func InsertsRows(text []byte) bool {
	return mayBeSQL(text) && sqlRows().Match(text[:min(len(text), HeadSize)])
}

// mayBeSQL reports whether text starts with a comment or the first word of a statement.
func mayBeSQL(text []byte) bool {
	text = trimStart(text)
	if bytes.HasPrefix(text, []byte{'-', '-'}) || bytes.HasPrefix(text, []byte("/*")) {
		return true
	}
	word := text[:min(len(text), len("REPLACE "))]
	if end := bytes.IndexAny(word, " \t\r\n;"); end >= 0 {
		word = word[:end]
	}
	return slices.Contains(sqlWords, string(bytes.ToUpper(word)))
}

// sqlWords are the first words of statements.
var sqlWords = []string{"CREATE", "DROP", "ALTER", "INSERT", "REPLACE", "COPY", "PRAGMA", "LOCK", "BEGIN", "START", "SET", "USE"}

// startsSQL reports whether text is SQL that cannot be read.
func startsSQL(head []byte) bool {
	return mayBeSQL(head) && sqlStatement().Match(head) && !sqlRows().Match(head)
}

// rValue is how a program of R starts that makes a vector or a table, as dput writes it.
var rValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*([\w.]+\s*(<-|=)\s*)?(c|structure|list|data\.frame)\(["\w]`)
})

// texStart is how a document of LaTeX starts, or a table of one.
var texStart = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s|%[^\n]*\n)*\\(documentclass|begin|usepackage|setlength|input)\b`)
})

func startsR(head []byte) bool { return bytes.IndexByte(head, '(') >= 0 && rValue().Match(head) }

// startsLaTeX reports whether text is LaTeX without the grids of its package sudoku, which can be read.
func startsLaTeX(head []byte) bool {
	return bytes.IndexByte(head, '\\') >= 0 && texStart().Match(head) && !bytes.Contains(head, []byte(`\begin{sudoku`))
}
