package main

import (
	"fmt"
	"runtime/debug"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// expandInputs returns the files that the inputs name. It rejects an incomplete directory of parts,
// because missing rows could go unnoticed. skipped receives the files that gridmill does not read.
// It can be nil.
func expandInputs(inputs []string, skipped *formats.Skipped) ([]string, error) {
	for _, input := range inputs {
		if err := parts.CheckComplete(input); err != nil {
			return nil, err
		}
	}
	found, err := formats.Expand(inputs, skipped)
	if len(found) > 10_000 {
		// The names and fingerprints of many inputs take most of the run's memory. Collect garbage
		// twice as often as by default.
		debug.SetGCPercent(50)
	}
	return found, err
}

// expandForParts is like expandInputs but rejects files that can be read only once.
func expandForParts(inputs []string, skipped *formats.Skipped) ([]string, error) {
	paths, err := expandInputs(inputs, skipped)
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		if file == files.StdStream || isSpecial(file) {
			return nil, usageError{fmt.Errorf("%s can be read only once, so an interrupted run cannot be resumed; save the data to a file first", files.InputName(file))}
		}
	}
	return paths, nil
}
