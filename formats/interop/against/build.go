package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// program is a gridmill to run.
type program struct {
	side    string // "base" or "current"
	path    string
	version string // as it says itself
}

// pair is the two programs to compare.
type pair struct{ base, current *program }

// each returns the two programs, the base first.
func (p *pair) each() []*program { return []*program{p.base, p.current} }

// repositoryRoot returns the top of the checkout that contains the working directory.
func repositoryRoot(ctx context.Context) (string, error) {
	root, err := output(ctx, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", fmt.Errorf("this needs a checkout of gridmill: %w", err)
	}
	return root, nil
}

// buildPair builds both programs in dir, with the same flags; the base only where
// there is no program of it already.
func buildPair(ctx context.Context, o *options, root, dir string) (*pair, error) {
	base, err := buildBase(ctx, o, root, dir)
	if err != nil {
		return nil, err
	}
	name, err := output(ctx, "git", "-C", root, "describe", "--always", "--tags", "--dirty")
	if err != nil {
		return nil, err
	}
	current := &program{side: "current", path: executable(dir, "gridmill-current")}
	if err := build(ctx, root, name, current.path); err != nil {
		return nil, fmt.Errorf("building the current tree: %w", err)
	}
	return &pair{base, current}, current.ask(ctx)
}

// buildBase builds the base in dir where there is no program of it already.
func buildBase(ctx context.Context, o *options, root, dir string) (*program, error) {
	base := &program{side: "base", path: o.baseBinary}
	if base.path == "" {
		base.path = executable(dir, "gridmill-base")
		if err := buildCommit(ctx, root, o.base, dir, base.path); err != nil {
			return nil, fmt.Errorf("building the base: %w", err)
		}
	}
	return base, base.ask(ctx)
}

// executable returns the path of a program.
func executable(dir, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(dir, name)
}

// buildCommit builds gridmill of a commit from a copy of its files in dir.
func buildCommit(ctx context.Context, root, commit, dir, target string) error {
	hash, err := output(ctx, "git", "-C", root, "rev-parse", "--verify", "--short", "--end-of-options", commit+"^{commit}")
	if err != nil {
		return fmt.Errorf("commit %q: %w", commit, err)
	}
	source, archive := filepath.Join(dir, "source"), filepath.Join(dir, "source.tar")
	if err := os.Mkdir(source, 0o777); err != nil {
		return err
	}
	if _, err := output(ctx, "git", "-C", root, "archive", "--format", "tar", "-o", archive, hash); err != nil {
		return err
	}
	if _, err := output(ctx, "tar", "-xf", archive, "-C", source); err != nil {
		return err
	}
	if err := build(ctx, source, hash, target); err != nil {
		return err
	}
	return errors.Join(os.Remove(archive), os.RemoveAll(source))
}

// build builds gridmill from its source. The program says that it is the given
// version, and nothing else in it depends on where it was built.
func build(ctx context.Context, source, version, target string) error {
	_, err := output(ctx, "go", "build", "-C", source, "-trimpath", "-buildvcs=false", "-ldflags", "-X main.release="+version, "-o", target, "./cmd/gridmill")
	return err
}

// ask finds out the version of a program, and whether it runs at all.
func (p *program) ask(ctx context.Context) error {
	text, err := output(ctx, p.path, "version")
	if err != nil {
		return fmt.Errorf("the %s program: %w", p.side, err)
	}
	first, _, _ := strings.Cut(text, "\n")
	p.version = strings.TrimPrefix(first, "gridmill ")
	return nil
}

// output runs a command and returns what it prints, without blanks at its ends. Its
// error contains what the command writes to standard error.
func output(ctx context.Context, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", c, err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
