package pipeline

import (
	"slices"
	"strconv"
	"strings"
)

// checkOf is how parts are checked that were made by a recipe. What it says of columns
// and limits need not be said again.
func (v *Verifier) checkOf(r *Recipe) (how fileCheck, err error) {
	how.read = v.Read
	if how.read.Column == "" {
		how.read.Column = r.keptColumn("column")
	}
	if how.read.AnswerColumn == "" {
		how.read.AnswerColumn = r.keptColumn("answer_column")
	}
	if v.Proof != nil {
		how.proof, err = v.Proof.ofRecipe(r)
	}
	return how, err
}

// keptColumn returns the column that an option names, if the output has it under the
// same name or number, and nothing otherwise.
func (r *Recipe) keptColumn(option string) string {
	asked := r.asked()
	column, keep := asked[option], asked["keep"]
	_, numberErr := strconv.Atoi(column)
	switch {
	case keep == "all", column == "none":
		return column
	case numberErr == nil: // others may be left out before it
		return ""
	}
	kept := slices.ContainsFunc(strings.Split(keep, ","), func(name string) bool {
		return strings.EqualFold(strings.TrimSpace(name), column)
	})
	if !kept {
		return ""
	}
	return column
}
