package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// cost is what a run takes.
type cost struct {
	cpu  time.Duration // user and system time
	peak int64         // the most memory that was resident, in bytes; 0 where unknown
}

// measurement holds the costs of both programs on one input, one a round.
type measurement struct {
	largeInput
	base, current []cost
}

// measureAll measures whole runs of both programs and prints a table.
func measureAll(ctx context.Context, o *options, p *pair, dir string) error {
	if o.inputs == "" {
		o.inputs = filepath.Join(dir, "inputs")
	}
	if err := prepareInProcess(ctx, o, p.base); err != nil {
		return err
	}
	var measurements []*measurement
	for _, input := range largeInputs {
		if o.match.MatchString(input.name) {
			measurements = append(measurements, &measurement{largeInput: input})
		}
	}
	if len(measurements) == 0 {
		return errors.New("-match leaves nothing to measure")
	}
	for round := range o.rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, o.rounds)
		for _, m := range measurements {
			if err := m.measure(ctx, p, o.inputs, round); err != nil {
				return err
			}
		}
	}
	report := o.report(p, measurements)
	fmt.Print(report)
	if o.record == "" {
		return nil
	}
	return appendTo(o.record, report)
}

// measure runs both programs once, in an order that alternates.
func (m *measurement) measure(ctx context.Context, p *pair, dir string, round int) error {
	programs := p.each()
	if round%2 == 1 {
		slices.Reverse(programs)
	}
	for _, b := range programs {
		c, err := b.cost(ctx, m.arguments(dir))
		if err != nil {
			return err
		}
		if b == p.base {
			m.base = append(m.base, c)
		} else {
			m.current = append(m.current, c)
		}
	}
	return nil
}

// arguments returns those of a run.
func (m *measurement) arguments(dir string) []string {
	return []string{"solve", filepath.Join(dir, m.file), "-o", "-", "--to", m.to, "--workers", "1", "--progress", "none"}
}

// cost runs a program, throws its output away and returns what it took.
func (p *program) cost(ctx context.Context, args []string) (cost, error) {
	c := exec.CommandContext(ctx, p.path, args...) // whose output goes to the null device
	var stderr strings.Builder
	c.Stderr = &stderr
	if err := c.Run(); err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", shellCommand(c.Args), err, stderr.String())
	}
	return cost{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peakMemory(c.ProcessState)}, nil
}

// appendTo appends a text to a file, after an empty line where it has others.
func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		text = "\n" + text
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
