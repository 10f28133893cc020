package kubernetes

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandsOfManifests runs the commands of the manifests locally, with one process for each
// completion index, from the last index to the first. The result must equal that of a plain run.
func TestCommandsOfManifests(t *testing.T) {
	data := t.TempDir()
	gridmill := filepath.Join(t.TempDir(), "gridmill")
	build := exec.Command("go", "build", "-o", gridmill, "./cmd/gridmill")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	puzzles, err := os.ReadFile("../../../benchmarks/corpora/easy.csv")
	if err != nil {
		t.Fatal(err)
	}
	must(t, os.Mkdir(filepath.Join(data, "puzzles"), 0o777))
	must(t, os.WriteFile(filepath.Join(data, "puzzles", "easy.csv"), puzzles, 0o666))

	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(gridmill, args...).CombinedOutput(); err != nil {
			t.Fatalf("gridmill %s: %v: %s", strings.Join(args, " "), err, out)
		}
	}
	runJob := func(file string, index int, more ...string) {
		t.Helper()
		var args []string
		for _, arg := range readJob(t, file).Spec.Template.Spec.Containers[0].Args {
			arg = strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", fmt.Sprint(index))
			arg = strings.ReplaceAll(arg, "0.0.0.0:9090", "0") // 0 means any free port
			args = append(args, strings.ReplaceAll(arg, "/data/", data+"/"))
		}
		run(append(args, more...)...)
	}
	runJob("plan.yaml", 0, "--part-rows=37")
	for index := int(*readJob(t, "solve.yaml").Spec.Completions) - 1; index >= 0; index-- {
		runJob("solve.yaml", index)
	}
	runJob("merge.yaml", 0)

	plain := filepath.Join(data, "plain")
	run("solve", filepath.Join(data, "puzzles"), "-o", plain+"/", "--part-rows=37")
	files, err := filepath.Glob(filepath.Join(plain, "[p_]*.*"))
	if err != nil || len(files) < 10 {
		t.Fatalf("a plain run wrote %d files, want at least 10 (error: %v)", len(files), err)
	}
	for _, file := range files {
		want, err := os.ReadFile(file)
		must(t, err)
		got, err := os.ReadFile(filepath.Join(data, "solved", filepath.Base(file)))
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from the file of a plain run", filepath.Base(file))
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
