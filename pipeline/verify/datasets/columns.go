package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/verify"
)

// The columns of layouts that write the same columns for every data set.
var (
	rrnColumns  = []formats.ColumnType{{Name: "column_1"}, {Name: "column_2"}} // the names in files without a header
	csvColumns  = []formats.ColumnType{{Name: "source"}, {Name: "question"}, {Name: "answer"}, {Name: "rating"}}
	chatColumns = []formats.ColumnType{
		{Name: "messages"}, {Name: "puzzle", Type: "string"}, {Name: "solution", Type: "string"}, {Name: "clues", Type: "int32"},
		{Name: "difficulty", Type: "string"}, {Name: "solution_class", Type: "string"}, {Name: "split", Type: "string"},
	}
)

// checkNames checks that the columns of a file are those of the layout, in the same order.
func (l *layout) checkNames(file string) error {
	reader, err := formats.Open([]string{file}, formats.ReadOptions{Format: formats.FormatOf(file), Column: "1", AnswerColumn: "none", Header: l.header})
	if err != nil {
		return err
	}
	defer reader.Close()
	var names []string
	for _, c := range l.columns {
		names = append(names, c.Name)
	}
	if slices.Equal(reader.Schema().Columns, names) {
		return nil
	}
	is, should := verify.Differing(strings.Join(reader.Schema().Columns, ","), strings.Join(names, ","))
	return fmt.Errorf("%s: its columns are %s, expected %s", file, is, should)
}

// chooseColumns finds the columns to check, and returns the options for reading them. It chooses
// the columns that gridmill added, and the input columns with types that checkKinds checks.
func (v *tableVerifier) chooseColumns() (read formats.ReadOptions, err error) {
	var keep []string
	v.columns = map[string]int{}
	unchecked := 0
	for _, c := range v.layout.columns {
		if c.FromInput {
			unchecked++
		} else {
			v.columns[formats.WithoutSuffix(c.Name)] = len(keep)
		}
		if c.FromInput && (c.Type == "" || c.Type == "binary") {
			continue
		}
		v.kept, keep = append(v.kept, c), append(keep, c.Name)
	}
	required := []string{"puzzle", "solution"}
	switch {
	case v.layout.name == "csv":
		if v.sources == nil {
			unchecked++
		}
		if v.search == nil {
			unchecked++
		}
		v.columns["puzzle"], v.columns["solution"], v.columns["guesses"] = v.columns["question"], v.columns["answer"], v.columns["rating"]
	case !v.layout.messages:
		required = append(required, "base", "morph", "split")
		if v.written.Has(formats.CluesColumn) {
			required = append(required, "clues")
		}
	}
	computed := slices.Collect(v.extra.Extras.Columns.All())
	if v.search != nil {
		computed = append(computed, v.search.Columns...)
	}
	for _, column := range computed {
		required = append(required, column.String())
	}
	for _, name := range required {
		if _, has := v.columns[name]; !has {
			return read, fmt.Errorf("%s does not list the %s column", dataset.SuccessName, name)
		}
	}
	v.Tally.Unchecked = max(v.Tally.Unchecked, unchecked)
	return formats.ReadOptions{
		Results: formats.IgnoreResults, LeftOut: &v.leftOut, Header: v.layout.header, Keep: formats.KeepNames(keep...),
		Column: keep[v.columns["puzzle"]], AnswerColumn: keep[v.columns["solution"]],
	}, nil
}

// jsonKinds describes the type of a JSON value. The key specifies whether the value is a string.
var jsonKinds = map[bool]string{true: "a string", false: "another type"}

// checkKinds checks that the values of row i in a JSON file have the types of their columns.
func (v *tableVerifier) checkKinds(b *formats.Batch, i int, r *checkedRow) {
	for k, c := range v.kept {
		should := c.IsJSONString()
		if isNull, isString := b.KeptKind(i, k); !isNull && isString != should {
			r.fault("the JSON value of %s is %s, expected %s", c.Name, jsonKinds[isString], jsonKinds[should])
		}
	}
}

// countInputs counts the input columns with the given name, ignoring case.
func (c *checker) countInputs(name string) (n int) {
	for _, column := range c.made.Columns {
		if column.FromInput && strings.EqualFold(formats.WithoutSuffix(column.Name), name) {
			n++
		}
	}
	return n
}

// inputNames returns the possible values of the source column of the csv layout. It returns nil if
// the values are unknown, because they come from an input column or are names of archive members.
func (c *checker) inputNames() (names []string) {
	origins := 0 // number of columns named "file" that gridmill added
	if c.made.Option("source") == "true" || len(c.made.Inputs) > 1 {
		origins = 1
	}
	if c.countInputs("source") > 0 || c.countInputs("file") > origins {
		return nil
	}
	for _, in := range c.made.Inputs {
		if origins > 0 && formats.FormatOf(in.File) == formats.Auto { // the input may be an archive
			return nil
		}
		names = append(names, filepath.Base(in.File))
	}
	return names
}
