package formats

// Events counts what happened to the rows of a batch, a part or a run, apart from their results.
type Events struct {
	Misfits     map[string]int64 `json:"misfit_values,omitempty"`     // values of the wrong type, by column (see Batch.CountMisfits)
	Replaced    int64            `json:"replaced_values,omitempty"`   // values of kept columns in which U+FFFD replaced invalid UTF-8
	WithoutGrid int64            `json:"rows_without_grid,omitempty"` // rows without a grid in formats with one grid per row (see gridRows)
	Retried     int64            `json:"tried_again,omitempty"`       // rows of an earlier result that were solved again
	LeftOut     LeftOutKeys      `json:"left_out_keys,omitempty"`     // keys without a column, in JSON rows
}

// Merge adds the events in o to e.
func (e *Events) Merge(o *Events) {
	for column, n := range o.Misfits {
		e.addMisfits(column, n)
	}
	e.Replaced += o.Replaced
	e.WithoutGrid += o.WithoutGrid
	e.Retried += o.Retried
	e.LeftOut.merge(o.LeftOut)
}

func (e *Events) addMisfits(column string, n int64) {
	if e.Misfits == nil {
		e.Misfits = map[string]int64{}
	}
	e.Misfits[column] += n
}
