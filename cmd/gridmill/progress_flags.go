package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats/files"
)

// progressOptions holds the flags that control how a run shows its progress.
type progressOptions struct {
	progress, metrics, log string
	noSummary              bool
}

func (o *progressOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.progress, "progress", "auto", "progress `MODE`: bar, plain (lines), json (one object per line), summary (only at the end), none (only errors), or auto")
	f.BoolVar(&o.noSummary, "no-summary", false, "show progress, but no summary at the end")
	f.StringVar(&o.metrics, "metrics", "", "serve metrics for Prometheus at `ADDRESS`: HOST:PORT, or PORT for this machine only")
	f.StringVar(&o.log, "log", "", "append a log of the run to `FILE`, in JSON Lines format")
	complete(c, map[string][]string{"progress": progress.Modes})
}

// parseProgress converts the flags to options. All errors are usage errors.
func (o *progressOptions) parseProgress(s *session, resultsOnTerminal bool) (p progress.Options, err error) {
	if o.log == files.StdStream {
		return p, errors.New("--log requires a file name; to write JSON to standard error, use --progress json")
	}
	p = progress.Options{NoSummary: o.noSummary, Log: o.log}
	if o.metrics != "" {
		if p.Metrics, err = progress.MetricsAddress(o.metrics); err != nil {
			return p, err
		}
	}
	p.Mode, err = progress.ParseMode(o.progress, progress.Modes, s.stderr, resultsOnTerminal)
	return p, err
}

// bindProgress registers --progress for commands without machine-readable progress. The argument
// none says what the mode "none" still shows, such as "errors".
func bindProgress(c *cobra.Command, value *string, none string) {
	c.Flags().StringVar(value, "progress", "auto", "progress `MODE`: bar, plain (lines), summary (only at the end), none (only "+none+"), or auto")
	complete(c, map[string][]string{"progress": progress.ModesForPeople})
}

// forPeople returns the options for the value of a --progress flag that bindProgress registered.
// The meaning of "auto" depends on whether output is a terminal.
func (s *session) forPeople(value, output string) (p progress.Options, err error) {
	if p.Mode, err = progress.ParseMode(value, progress.ModesForPeople, s.stderr, s.onTerminal(output)); err != nil {
		return p, usageError{err}
	}
	return p, nil
}
