package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gridmill/gridmill/benchmarks"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
)

// countOf returns text such as "1 part" or "2 parts". thing is a singular noun.
func countOf(n int64, thing string) string {
	return english.Plural(int(n), thing, "")
}

// outputName returns the name that messages use for an output.
func outputName(name string) string {
	if name == files.StdStream {
		return "standard output"
	}
	return files.Printable(name)
}

// printList writes lines of a summary. The label appears only on the first line.
func printList(to io.Writer, label string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(to, "  %-9s %s\n", label, line)
		label = ""
	}
}

// printJoined writes texts in the given format, separated by commas, unless texts is nil.
func printJoined(to io.Writer, format string, texts []string) {
	if texts != nil {
		fmt.Fprintf(to, format, strings.Join(texts, ", "))
	}
}

// plainly returns the message of an error, usually on one line. If a signal caused the error,
// plainly returns only the message about the signal.
func plainly(err error) string {
	if stopped, found := errors.AsType[interruption](err); found {
		return stopped.Error()
	}
	if at, found := errors.AsType[*fs.PathError](err); found && at.Path == os.Stdout.Name() {
		err = fmt.Errorf("cannot write to standard output: %w", at.Err)
	}
	if is[*benchmarks.DisagreementError](err) || is[*pipeline.DefectError](err) {
		return err.Error() + advice(err) // a list or a stack trace keeps its line breaks
	}
	return files.Printable(strings.ReplaceAll(err.Error(), "\n", "; ") + advice(err))
}
