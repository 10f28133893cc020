//go:build unix

package release

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWheel runs "make wheel", installs the package, and runs the installed program. If NumPy is
// installed, the test also solves a puzzle with the Python package.
func TestWheel(t *testing.T) {
	skipUnlessAsked(t)
	if exec.Command("python3", "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))").Run() != nil {
		t.Skip("make wheel needs Python 3.11, and this test pip")
	}
	dir := t.TempDir()
	runCommand(t, "../../..", nil, "make", "wheel", "DIST="+dir, "VERSION=v1.2.3-4-gabc")
	wheels, err := filepath.Glob(filepath.Join(dir, "gridmill-1.2.3+4.gabc-py3-none-*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("the wheels are %v: %v", wheels, err)
	}
	site := filepath.Join(dir, "site")
	runCommand(t, dir, nil, "python3", "-m", "pip", "install", "--no-index", "--no-deps", "--target", site, wheels[0])
	if said := runCommand(t, dir, nil, filepath.Join(site, "bin", "gridmill"), "--version"); said != "gridmill v1.2.3-4-gabc\n" {
		t.Errorf("the version is %s", said)
	}
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Skip("python3 has no numpy")
	}
	said := runCommand(t, dir, []string{"PYTHONPATH=" + site}, "python3", "-c", "import gridmill; print(gridmill.solve('.' * 81).counts)")
	if strings.TrimSpace(said) != "[2]" {
		t.Errorf("the blank grid has %s solutions", said)
	}
}
