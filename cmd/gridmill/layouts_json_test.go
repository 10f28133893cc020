package main

import "strings"

// nestedLayouts are JSON whose records stand in something else, or are no objects.
func nestedLayouts() []layout {
	list := func(form string) string {
		return strings.TrimSuffix(strings.TrimSpace(eachPuzzle("", form+",\n", ".")), ",")
	}
	lines := func(form string) string { return eachPuzzle("", form+"\n", ".") }
	record, pair, board := `{"puzzle": "P", "solution": "S"}`, `["P", "S"]`, `{"value": L, "solution": T, "difficulty": "Easy"}`
	return []layout{
		one("JSON array in an object", "p.json", `{"version": 1, "data": [`+list(record)+`], "count": 3}`),
		one("JSON array of texts in an object", "p.json", `{"puzzles": [`+list(`"P"`)+`]}`),
		one("Hugging Face's rows", "rows.json", `{"features": [{"name": "puzzle", "type": {"dtype": "string"}}], "rows": [`+list(`{"row_idx": I, "row": `+record+`, "truncated_cells": []}`)+`], "partial": false}`),
		one("JSON of pandas, split", "p.json", `{"columns": ["puzzle", "solution"], "index": [0, 1, 2], "data": [`+list(pair)+`]}`),
		one("JSON of pandas, values", "p.json", `[`+list(pair)+`]`),
		one("JSON lines of lists", "p.jsonl", lines(pair)),
		one("JSON array of texts", "p.json", `[`+list(`"P"`)+`]`),
		one("JSON lines of texts", "p.jsonl", lines(`"P"`)),
		one("JSON array of lists of lists", "p.json", `[`+list(`L`)+`]`),
		one("JSON lines of lists of lists", "p.jsonl", lines(`L`)),
		one("JSON lines, an object in a field", "p.jsonl", lines(`{"id": I, "sudoku": `+record+`}`)),
		one("JSON lines, the puzzle in a field's object", "p.jsonl", lines(`{"about": {"id": I, "given": "P"}, "solution": "S"}`)),
		one("Dosuku's answer", "p.json", `{"newboard": {"grids": [`+list(board)+`], "results": 3, "message": "All Ok"}}`),
		unread("JSON lines, grids by columns", "p.jsonl", lines(`{"columns": L}`), "promises another order of cells"),
		unread("Dosuku's answers, one a line", "p.jsonl", lines(`{"newboard": {"grids": [`+board+`]}}`), "make rows of what holds them first (jq -c '.newboard.grids[]')"),
		unread("JSON, each puzzle under a key of its own", "p.json", `{`+list(`"puzzle_I": "P"`)+`}`, "each under a key of its own; make rows of them first (jq -c '.[]')"),
		unread("dictionaries as Python prints them", "p.jsonl", lines(`{'puzzle': 'P', 'solution': 'S'}`), "a dictionary as Python prints it"),
		unread("JSON lines in UTF-16 (PowerShell)", "p.jsonl", inUTF16(lines(record)), "iconv -f UTF-16 -t UTF-8"),
	}
}

// inUTF16 returns ASCII text in UTF-16 with a byte-order mark.
func inUTF16(text string) string {
	out := []byte("\xff\xfe")
	for _, c := range []byte(text) {
		out = append(out, c, 0)
	}
	return string(out)
}
