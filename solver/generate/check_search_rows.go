package generate

import (
	"slices"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/canon"
)

// Relatives checks rows. Within a search, no two rows may have equivalent solutions, and the number
// of steps must not decrease from one row to the next. Random puzzles must have 0 steps.
type Relatives struct {
	assignment            *Assignment
	latest                []relatives // for each part of the mixture, the rows of the current lineage so far
	repeated, outOfOrder  int64       // numbers of rows with a repeated solution and with a wrong number of steps
	firstRepeat, firstOut int64       // index of the first row of each kind
	form                  canon.Form
	least                 solver.Grid // a canonical form
}

// relatives describes the rows of the current lineage that have been checked so far.
type relatives struct {
	lineage   int64
	steps     int32
	solutions []solver.Grid // canonical forms
}

// NewRelatives returns a Relatives that checks the rows of m.
func NewRelatives(m Mixture) *Relatives {
	return &Relatives{assignment: NewAssignment(m), latest: make([]relatives, len(m))}
}

// Add checks one row. Rows must be added in order. Rows past the end of the mixture are ignored.
func (r *Relatives) Add(row int64, solution *solver.Grid, steps int32) {
	if row >= r.assignment.mixture.Rows() {
		return
	}
	part, index := r.assignment.Of(row)
	of, searched := &r.latest[part], r.assignment.mixture[part].Harder
	if lineage := index / PerLineage; of.lineage != lineage {
		*of = relatives{lineage: lineage, solutions: of.solutions[:0]}
	}
	if searched && steps < of.steps || !searched && steps != 0 {
		if r.outOfOrder++; r.outOfOrder == 1 {
			r.firstOut = row
		}
	}
	if of.steps = steps; !searched {
		return
	}
	r.form.Solution(&r.least, solution)
	if slices.Contains(of.solutions, r.least) {
		if r.repeated++; r.repeated == 1 {
			r.firstRepeat = row
		}
	}
	of.solutions = append(of.solutions, r.least)
}

// Report calls report for each kind of violation in the rows added since the previous call.
func (r *Relatives) Report(report func(format string, args ...any)) {
	if r.repeated > 0 {
		report("the solutions of a search must not be equivalent; rows whose solution is equivalent to an earlier solution: %d (first: row %d)", r.repeated, r.firstRepeat+1)
	}
	if r.outOfOrder > 0 {
		report("search_steps must not decrease within a search, and must be 0 for random puzzles; rows with a wrong value: %d (first: row %d)", r.outOfOrder, r.firstOut+1)
	}
	r.repeated, r.outOfOrder = 0, 0
}
