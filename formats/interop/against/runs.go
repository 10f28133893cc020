package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// partRows is how many rows a part of an output in parts has.
const partRows = 20_000

// runLimit is how long a run may take before it counts as hanging.
const runLimit = 5 * time.Minute

// outputs are the ways to write results: a name in a directory of the run's own, and
// flags. A name that ends in a slash is a directory of parts.
var outputs = []struct {
	name  string
	flags []string
}{
	{"out.csv", nil},
	{"out.csv.gz", nil},
	{"out.csv.zst", nil},
	{"out.tsv", nil},
	{"out.txt", nil},
	{"out.txt.zst", nil},
	{"zstd.parquet", nil},
	{"snappy.parquet", []string{"--compression", "snappy"}},
	{"none.parquet", []string{"--compression", "none", "--row-group", "8192"}},
	{"csv-parts/", []string{"--to", "csv"}},
	{"text-parts/", []string{"--to", "text"}},
	{"parquet-parts/", []string{"--to", "parquet"}},
}

// comparison compares the outputs of two programs.
type comparison struct {
	*pair
	duck        *duck
	dir         string // holds the directories "base" and "current" of a run's outputs
	differences int
	compared    int
	failing     int // runs that fail in both
}

// compareAll runs both programs on all inputs in all ways and prints every difference.
func compareAll(ctx context.Context, o *options, p *pair, root, dir string) error {
	d, err := openDuck()
	if err != nil {
		return err
	}
	defer d.close()
	inputDir := filepath.Join(dir, "inputs")
	if err := os.Mkdir(inputDir, 0o777); err != nil {
		return err
	}
	fmt.Printf("base %s against current %s\n", p.base.version, p.current.version)
	inputs, err := makeInputs(ctx, o, d, p.base, root, inputDir)
	if err != nil {
		return fmt.Errorf("making inputs: %w", err)
	}
	c := &comparison{pair: p, duck: d, dir: dir}
	for _, input := range inputs {
		if err := c.compareInput(ctx, o, input); err != nil {
			return err
		}
	}
	fmt.Printf("%d runs of each program compared, %d of which fail in both; %d differ\n", c.compared, c.failing, c.differences)
	switch {
	case c.compared == 0:
		return errors.New("-match leaves nothing to compare")
	case c.differences > 0:
		// Outputs of other runs must not be in the way when one is repeated.
		if err := errors.Join(empty(filepath.Join(dir, p.base.side)), empty(filepath.Join(dir, p.current.side))); err != nil {
			return err
		}
		return errDiffers
	}
	return nil
}

// empty makes an empty directory, in the place of what is there.
func empty(dir string) error {
	return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o777))
}

// compareInput compares the runs on one input.
func (c *comparison) compareInput(ctx context.Context, o *options, input string) error {
	compared, differences := c.compared, c.differences
	for _, out := range outputs {
		if !o.match.MatchString(filepath.Base(input) + " -> " + out.name) {
			continue
		}
		for _, workers := range []int{1, 2} {
			flags := []string{"--workers", strconv.Itoa(workers), "--strict", "--progress", "none"}
			if err := c.compareRun(ctx, input, out.name, append(flags, out.flags...)); err != nil {
				return err
			}
		}
	}
	if compared < c.compared {
		fmt.Printf("%-36s %3d runs, %d differ\n", filepath.Base(input), c.compared-compared, c.differences-differences)
	}
	return nil
}

// compareRun runs both programs in one way and prints how their outputs differ.
func (c *comparison) compareRun(ctx context.Context, input, name string, flags []string) error {
	c.compared++
	var results [2]*result
	for i, p := range c.each() {
		dir := filepath.Join(c.dir, p.side)
		if err := empty(dir); err != nil {
			return err
		}
		args := append([]string{"solve", input, "-o", filepath.Join(dir, name)}, flags...)
		if strings.HasSuffix(name, "/") {
			args[3] += "/"
			args = append(args, "--part-rows", strconv.Itoa(partRows))
		} else {
			args = append(args, "--rejects", filepath.Join(dir, "rejects.csv"))
		}
		var err error
		if results[i], err = p.run(ctx, args); err != nil {
			return err
		}
	}
	base, current := results[0], results[1]
	differences := base.differences(current)
	inFiles, err := c.compareTrees(ctx, filepath.Join(c.dir, "base"), filepath.Join(c.dir, "current"))
	if err != nil {
		return err
	}
	if differences = append(differences, inFiles...); len(differences) > 0 {
		c.differences++
		fmt.Printf("\nDIFFERENT\n  %s\n  %s\n", base.command, current.command)
		for _, d := range differences {
			fmt.Printf("    %s\n", strings.ReplaceAll(d, "\n", "\n      "))
		}
		fmt.Println()
	} else if base.failed() {
		c.failing++
		fmt.Printf("Both fail: %s\n    %s\n", base.command, base.message)
	}
	return nil
}

// result is how a run ended.
type result struct {
	command string // to repeat it in a shell
	code    int
	message string // the last line on standard error
	hung    bool
}

// failed reports whether the program could not do its work. Code 3 means that it did,
// and that --strict found rows at fault.
func (r *result) failed() bool { return r.code != 0 && r.code != 3 }

// differences says how two runs ended differently.
func (r *result) differences(current *result) []string {
	if r.code == current.code && r.hung == current.hung {
		return nil
	}
	return []string{fmt.Sprintf("base %s\ncurrent %s", r.end(), current.end())}
}

// end says how a run ended.
func (r *result) end() string {
	if r.hung {
		return fmt.Sprintf("did not end within %s", runLimit)
	}
	return fmt.Sprintf("exit code %d %s", r.code, r.message)
}

// run runs a program. Its error is that it could not be run, not that it failed.
func (p *program) run(ctx context.Context, args []string) (*result, error) {
	limited, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	command := exec.CommandContext(limited, p.path, args...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	err := command.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	return &result{
		command: shellCommand(command.Args),
		code:    command.ProcessState.ExitCode(),
		message: lines[len(lines)-1],
		hung:    limited.Err() != nil,
	}, nil
}

// shellCommand returns a command line as a shell takes it.
func shellCommand(args []string) string {
	words := make([]string, len(args))
	for i, word := range args {
		words[i] = word
		if word == "" || strings.ContainsAny(word, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
