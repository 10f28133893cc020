package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/cmd/gridmill/progress"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/solver"
)

// progressOptions are the flags that let people and programs watch a run.
type progressOptions struct {
	progress, metrics, log string
}

func (o *progressOptions) bind(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.progress, "progress", "auto", "`HOW` to show progress: bar, plain (lines), json (an object a line), none (errors alone), or auto")
	f.StringVar(&o.metrics, "metrics", "", "serve metrics for Prometheus on `ADDRESS`, HOST:PORT, or PORT on this machine alone")
	f.StringVar(&o.log, "log", "", "append records of the run to `FILE`, as JSON")
	complete(c, map[string][]string{"progress": progress.Words})
}

// check turns the flags into options. All its errors are of usage.
func (o *progressOptions) check(s *session, resultsOnTerminal bool) (p progress.Options, err error) {
	if o.log == files.StdStream {
		return p, errors.New("--log needs the name of a file; for standard error there is --progress json")
	}
	if o.metrics != "" {
		if _, err := progress.MetricsAddress(o.metrics); err != nil {
			return p, err
		}
	}
	p = progress.Options{Metrics: o.metrics, Log: o.log}
	p.Mode, err = progress.ParseMode(o.progress, progress.Words, s.stderr, resultsOnTerminal)
	return p, err
}

// bindProgress makes the flag for commands that only people watch.
func bindProgress(c *cobra.Command, value *string, none string) {
	c.Flags().StringVar(value, "progress", "auto", "`HOW` to show progress: bar, plain (lines), none ("+none+" alone), or auto")
	complete(c, map[string][]string{"progress": progress.HumanWords})
}

// complete lets shells complete the words that flags take.
func complete(c *cobra.Command, words map[string][]string) {
	for flag, words := range words {
		must(c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)))
	}
}

// must panics on an error that only a defect of the program can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// between checks a flag whose value must be from 1 to most.
func between(flag string, value, most int) error {
	if value < 1 || value > most {
		return fmt.Errorf("%s must be between 1 and %d, not %d", flag, most, value)
	}
	return nil
}

// solverNames lists the variants of solvers.
func solverNames() []string {
	var names []string
	for _, v := range solver.Variants() {
		names = append(names, v.Name)
	}
	return names
}

// kernelNames lists the kernels that this machine can run.
func kernelNames() []string {
	var names []string
	for _, v := range solver.Variants() {
		names = append(names, v.Kernels()...)
	}
	return names
}

// grantedProcessors returns how many processors a run may use: what the system grants the
// process (affinity, and the quota of its control group, which the runtime observes), and no
// more than Slurm granted the task, which may be less where Slurm does not bind tasks to
// processors.
func grantedProcessors() int {
	n := runtime.GOMAXPROCS(0)
	if granted, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && granted > 0 {
		n = min(n, granted)
	}
	return n
}
