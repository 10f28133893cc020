//go:build cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// library builds the library once for all tests, and returns its directory.
var library = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "build", "-buildmode=c-shared", "-o", filepath.Join(built, "libgridmill.so"), ".").CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return built, nil
})

var built string

func TestMain(m *testing.M) {
	var err error
	if built, err = os.MkdirTemp("", "libgridmill-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(built)
	os.Exit(code)
}

// needed skips a test if the system is not Linux, or if program is not installed.
func needed(t *testing.T, program string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("this test builds a library for Linux")
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
}

func command(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// caller builds the C program that calls the library, and returns the program's path.
func caller(t *testing.T, flags ...string) string {
	t.Helper()
	needed(t, "gcc")
	folder, err := library()
	if err != nil {
		t.Fatalf("%v: %s", err, folder)
	}
	program := filepath.Join(t.TempDir(), "calls")
	args := []string{"-std=c11", "-g", "-Wall", "-Wextra", "-Werror", "testdata/calls.c", "-o", program, "-L" + folder, "-lgridmill", "-lpthread", "-Wl,-rpath," + folder}
	command(t, nil, "gcc", append(args, flags...)...)
	return program
}

func TestCallsFromC(t *testing.T) {
	command(t, nil, caller(t))
}

// TestCallsStayInTheirMemory calls the library under two tools that detect invalid memory accesses.
// The address sanitizer checks C code and also detects leaks. Valgrind also checks Go code, but
// does not understand how Go switches stacks. Therefore, the test considers only Valgrind's reports
// about blocks that C allocated. Without --fair-sched, a spinning Go thread can block the thread
// that it waits for, and the test takes many minutes.
func TestCallsStayInTheirMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("valgrind takes half a minute")
	}
	command(t, nil, caller(t, "-fsanitize=address,undefined"))
	needed(t, "valgrind")
	said := command(t, nil, "valgrind", "--fair-sched=yes", "--undef-value-errors=no", "--error-limit=no", "--leak-check=full", caller(t))
	if strings.Contains(said, " a block of size ") || !strings.Contains(said, "definitely lost: 0 bytes") || !strings.Contains(said, "all calls do") {
		t.Error(said)
	}
}

// TestPython runs the tests of the Python package.
func TestPython(t *testing.T) {
	python := withNumPy()
	needed(t, "python3")
	if python == "" {
		t.Skip("no python3 with numpy was found (apt-get install python3-numpy)")
	}
	folder, err := library()
	if err != nil {
		t.Fatalf("%v: %s", err, folder)
	}
	program := filepath.Join(built, "gridmill")
	command(t, nil, "go", "build", "-ldflags=-w", "-o", program, "../gridmill")
	env := []string{"GRIDMILL_LIBRARY=" + filepath.Join(folder, "libgridmill.so"), "GRIDMILL_PROGRAM=" + program, "PYTHONDONTWRITEBYTECODE=1"}
	t.Log(command(t, env, python, "-W", "error::ResourceWarning", "-m", "unittest", "discover", "-s", "python/tests", "-t", "python"))
}

// withNumPy returns the path of a Python interpreter that has NumPy, or "" if there is none.
func withNumPy() string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return python
		}
	}
	return ""
}

func TestBuildsWithoutCgo(t *testing.T) {
	command(t, []string{"CGO_ENABLED=0"}, "go", "build", "-o", os.DevNull, ".")
}
