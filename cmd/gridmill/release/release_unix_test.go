//go:build unix

// Package release tests "make release", "make wheel" and the steps of the Dockerfile. Only "make
// cross" runs these tests, because the first run takes minutes.
package release

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func skipUnlessAsked(t *testing.T) {
	if os.Getenv("GRIDMILL_RELEASE") == "" {
		t.Skip("make cross builds releases and runs this")
	}
}

// TestReleases runs "make release" and checks each of the resulting programs.
func TestReleases(t *testing.T) {
	skipUnlessAsked(t)
	dir := filepath.Join(t.TempDir(), "release")
	runCommand(t, "../../..", nil, "make", "release", "RELEASE="+dir, "VERSION=v0.0.0-test")
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			name := fmt.Sprintf("gridmill-v0.0.0-test-%s-%s", system, arch)
			if system == "windows" {
				name += ".exe"
			}
			program, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Error(err)
				continue
			}
			if want := fmt.Sprintf("%x  %s\n", sha256.Sum256(program), name); !strings.Contains(string(sums), want) {
				t.Errorf("SHA256SUMS does not have %s", want)
			}
			if err := checkProgram(system, program); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if system == runtime.GOOS && arch == runtime.GOARCH {
				if said := runCommand(t, dir, nil, "./"+name, "--version"); said != "gridmill v0.0.0-test\n" {
					t.Errorf("the version of %s is %s", name, said)
				}
			}
		}
	}
	if n := strings.Count(string(sums), "\n"); n != 6 {
		t.Errorf("there are %d programs", n)
	}
}

// checkProgram checks that a program is stripped and has the executable format of the given system.
// A Linux program must not need shared libraries.
func checkProgram(system string, program []byte) error {
	in := bytes.NewReader(program)
	var sections []string
	switch system {
	case "linux":
		f, err := elf.NewFile(in)
		if err != nil {
			return err
		}
		for _, s := range f.Sections {
			sections = append(sections, s.Name)
		}
		if libraries, _ := f.ImportedLibraries(); len(libraries) > 0 {
			return fmt.Errorf("it needs the libraries %v", libraries)
		}
	case "darwin":
		f, err := macho.NewFile(in)
		if err != nil {
			return err
		}
		for _, s := range f.Sections {
			sections = append(sections, s.Name)
		}
	default:
		f, err := pe.NewFile(in)
		if err != nil {
			return err
		}
		for _, s := range f.Sections {
			if s.Name != ".symtab" || len(f.Symbols) > 0 { // .symtab exists even without symbols
				sections = append(sections, s.Name)
			}
		}
	}
	for _, s := range sections {
		if s == ".symtab" || strings.Contains(s, "debug_info") {
			return fmt.Errorf("it has the section %s", s)
		}
	}
	return nil
}

// TestImage runs the steps of the Dockerfile without Docker, and checks that the program runs with
// only the files that the Dockerfile copies. TestImageWithDocker builds the image itself.
func TestImage(t *testing.T) {
	skipUnlessAsked(t)
	text, err := os.ReadFile("../../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	build := regexp.MustCompile(`(?m)^RUN (.* -o )(/gridmill)( .*)$`).FindSubmatch(text)
	last := regexp.MustCompile(`(?s)\nFROM scratch\nCOPY --from=build /gridmill /gridmill\n.*\nENTRYPOINT \["/gridmill"\]\n$`)
	if build == nil || !last.Match(text) {
		t.Fatalf("the steps of the Dockerfile differ from the steps of this test:\n%s", text)
	}
	root := t.TempDir()
	program := filepath.Join(root, "gridmill")
	runCommand(t, "../../..", []string{"VERSION=v0.0.0-test"}, "sh", "-c", string(build[1])+"'"+program+"'"+string(build[3]))
	if runtime.GOOS == "linux" {
		bytes, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkProgram("linux", bytes); err != nil {
			t.Error(err)
		}
	}
	if said := runCommand(t, root, []string{"TMPDIR=" + root}, program, "--version"); said != "gridmill v0.0.0-test\n" {
		t.Errorf("its version is %s", said)
	}
	runCommand(t, root, []string{"TMPDIR=" + root}, program, "generate", "--count", "10", "-o", "made.csv", "--progress", "none")
	runCommand(t, root, []string{"TMPDIR=" + root}, program, "verify", "made.csv", "--prove", "--progress", "none")
}

// TestImageWithDocker builds the image and runs the program in it.
func TestImageWithDocker(t *testing.T) {
	skipUnlessAsked(t)
	text, err := os.ReadFile("../../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	base := regexp.MustCompile(`(?m)^FROM .*?(\S+) AS build$`).FindSubmatch(text)
	if base == nil {
		t.Fatalf("the Dockerfile has no stage named build:\n%s", text)
	}
	if out, err := exec.Command("docker", "pull", string(base[1])).CombinedOutput(); err != nil {
		t.Skipf("docker cannot get the image for building: %v\n%s", err, out)
	}
	const image = "gridmill-test"
	runCommand(t, "../../..", nil, "docker", "build", "--build-arg", "VERSION=v0.0.0-test", "--tag", image, ".")
	defer runCommand(t, ".", nil, "docker", "image", "rm", image)
	if said := runCommand(t, ".", nil, "docker", "run", "--rm", image, "--version"); said != "gridmill v0.0.0-test\n" {
		t.Errorf("its version is %s", said)
	}
	if said := runCommand(t, ".", nil, "docker", "run", "--rm", image, "generate", "--count", "10", "-o", "-", "--to", "lines", "--progress", "none"); strings.Count(said, "\n") != 10 {
		t.Errorf("it generates %s", said)
	}
}

func runCommand(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}
