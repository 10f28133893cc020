package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// advice returns text that tells the user what to do about err. The text follows the error message.
func advice(err error) string {
	var choices []string
	if clash, found := errors.AsType[*parts.ClashError](err); found {
		choices = append(choices, adviceOnClash(clash))
	}
	setting, named := errors.AsType[*option.Error](err)
	switch {
	case named:
		for _, name := range setting.Options {
			choices = append(choices, name.Advice(flagName))
		}
	case is[pipeline.Fault](err):
		choices = append(choices, "gridmill verify lists the rows with errors")
	case errors.Is(err, files.ErrChanged):
		choices = append(choices, "restore it", "choose another output", "start again with --overwrite")
	case errors.Is(err, syscall.EMFILE):
		choices = append(choices, "raise the limit on open files (ulimit -n)")
	case errors.Is(err, parts.ErrNotStarted):
		choices = append(choices, "to make parts, run gridmill solve, generate or dataset")
	}
	if choices = slices.DeleteFunc(choices, func(what string) bool { return what == "" }); len(choices) == 0 {
		return ""
	}
	return "; " + strings.Join(choices, ", or ")
}

// flagName returns the flag for a setting, such as --part-rows for part_rows.
func flagName(setting string) string { return "--" + strings.ReplaceAll(setting, "_", "-") }

// fileSettings maps each setting that holds the contents of a file to the flag that names the file.
var fileSettings = map[string]string{"template_text": "--template", "from_puzzles": "--from"}

// adviceOnClash returns advice about an option that has a different value than in the earlier run.
// The user can leave out the option or repeat the earlier value.
func adviceOnClash(e *parts.ClashError) string {
	fileFlag, isFile := fileSettings[e.Setting]
	flag := cmp.Or(fileFlag, flagName(e.Setting))
	switch {
	case e.Made == "" || e.Made == "false":
		return "leave out " + flag
	case e.Made == "true":
		return "repeat " + flag
	case isFile:
		return "use " + flag + " with a file that has the same contents as in the earlier run"
	case flag == "--exclude": // e.Made has commas between the files
		return "exclude the same files as in the earlier run"
	}
	return "repeat " + flag + " " + files.InShell(e.Made)
}

// allInvalid returns a message for a run in which all rows are invalid. The message gives the most
// common reason and says what to do.
func allInvalid(rows int64, thing string, reasons formats.ReasonCounts, advice string) string {
	text, label, special := fmt.Sprintf("all %s are invalid", countOf(rows, thing)), "most common reason: ", ""
	if rows == 1 {
		text, label = fmt.Sprintf("the only %s is invalid", thing), ""
	}
	for _, r := range reasons.MostCommon(1) {
		text = fmt.Sprintf("%s (%s%s: %s)", text, label, r.First.Kind, r.First)
		special = adviceOnRows(r)
	}
	return text + cmp.Or(special, "; "+advice)
}

const readOtherwise = "use --column or --from to change how the file is read"

// adviceOnRows returns advice about rows that are invalid for the same reason, or "". It infers the
// format of the first row's file from the file name.
func adviceOnRows(r formats.ReasonCount) string {
	switch kind, format := r.First.Kind.String(), formats.FormatOf(r.File); {
	case kind == "lost_zeros" && (format == formats.Auto || format.LosesZeros()):
		return "; --left-pad restores leading zeros in text and CSV"
	case kind == "lost_zeros":
		return "; convert the data to CSV, where --left-pad restores leading zeros"
	case kind == "wrong_lines":
		return "; complete or join these rows, or name another format with --from"
	case kind == "bad_line":
		return "; repair this line, or name another format with --from"
	}
	return ""
}

// A rerun records the effect of running the same command again. The signal handler can read a rerun
// while the command changes it.
type rerun struct{ effect atomic.Int32 }

const (
	startsOver int32 = iota // the command starts over; no results are lost
	resumes                 // the command continues after the finished parts
	clears                  // the command removes the finished parts, because --overwrite is set
)

// String returns the advice that follows the message about an interruption.
func (r *rerun) String() string {
	return [...]string{
		startsOver: "run the same command again to start over",
		resumes:    "run the same command again to continue",
		clears:     "run the same command again without --overwrite to continue",
	}[r.effect.Load()]
}

// advise adds text to err, the error of a run in parts. After an interruption that left parts
// unfinished, the text says how many parts are done. After any other error, if a rerun would
// remove usable parts, the text advises the user to leave out --overwrite.
func (r *rerun) advise(err error, outcome *parts.Outcome) error {
	if stopped, found := errors.AsType[interruption](err); found {
		if outcome != nil && outcome.Left.Parts > 0 {
			done := outcome.Taken.Parts + outcome.Solved.Parts
			stopped.done = fmt.Sprintf("%d of %s done", done, countOf(int64(done+outcome.Left.Parts), "part"))
		}
		return stopped
	}
	if err == nil || r.effect.Load() != clears ||
		slices.Contains([]int{exitStrict, exitUsage}, exitCode(err)) || // all work is done, or this command cannot succeed
		errors.Is(err, files.ErrChanged) { // an input has changed, so the parts are useless
		return err
	}
	return fmt.Errorf("%w; leave out --overwrite to keep the finished parts", err)
}
