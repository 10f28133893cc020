package verify

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/internal/testkit"
	"github.com/gridmill/gridmill/pipeline/parts"
	"github.com/gridmill/gridmill/solver"
)

// solveInParts solves puzzles and writes the result to a directory of five parts.
func solveInParts(t *testing.T, dir, extension string) {
	t.Helper()
	in := testkit.Store(t, "in.csv", strings.Replace(testkit.Puzzles(t, 450), "\n0,", "\n0,x", 1)) // the first row is rejected
	keepAll := formats.ReadOptions{Keep: formats.ParseKeep("all")}
	reader := testkit.Open(t, keepAll, in)
	recipe := parts.Recipe{Solver: "mrv", Options: map[string]any{"max_solutions": 3, "max_guesses": 50}, Extension: extension, PartRows: 100}
	plan, err := parts.MakePlan(t.Context(), "v1", recipe, files.StatesOf([]string{in}), reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := parts.OpenDirectory(dir, parts.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	reader = testkit.Open(t, keepAll, in)
	_, err = parts.Solve(t.Context(), parts.Config{
		Config: pipeline.Config{
			Reader: reader, Workers: 2, BatchRows: 30,
			NewSolver: func() (solver.Solver, error) {
				return solver.New("mrv", solver.Config{MaxSolutions: 3, MaxGuesses: 50})
			},
		},
		Directory: d, Plan: plan, Rejects: true, Found: func(_, _ parts.Count) {}, Damaged: func(pipeline.Faults) {}, Enter: func(pipeline.Phase, pipeline.Counter, int64) {}, Published: func(parts.Made) {},
		Create: func(w io.Writer) (formats.Writer, error) {
			return formats.Create(w, "x."+extension, reader.Schema(), testkit.AllStats(t))
		},
	})
	if err = errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
}

// faultsOfParts verifies a directory of parts and returns the faults.
func faultsOfParts(t *testing.T, dir string, proof *Proof) (faults []string, v *Verifier) {
	t.Helper()
	v = &Verifier{Workers: 2, BatchRows: 64, Proof: proof, Report: func(f pipeline.Fault) {
		name, err := filepath.Rel(dir, f.File)
		if err != nil {
			t.Fatal(err)
		}
		f.File = name
		faults = append(faults, f.Error())
	}}
	if err := v.Parts(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return faults, v
}

func TestPartsVerifyClean(t *testing.T) {
	for _, extension := range []string{"csv", "parquet", "txt"} {
		dir := filepath.Join(t.TempDir(), "out")
		solveInParts(t, dir, extension)
		proof := &Proof{}
		if extension == "txt" {
			proof = nil // the format has no verdicts to prove
		}
		faults, v := faultsOfParts(t, dir, proof)
		if len(faults) > 0 || v.Totals.Rows != 450 || v.Tally.Files != 5 {
			t.Errorf("%s: %d rows, faults: %q", extension, v.Totals.Rows, faults)
		}
		if proof != nil && (!slices.Equal(v.Provers, []string{"dlx"}) || v.Tally.Proven == 0) {
			t.Errorf("%s: %d rows are proven by %q", extension, v.Tally.Proven, v.Provers)
		}
	}
}

// says reports whether any fault starts with words[0] and a colon, and contains all other words.
func says(faults, words []string) bool {
	return slices.ContainsFunc(faults, func(f string) bool {
		return strings.HasPrefix(f, words[0]+":") && !slices.ContainsFunc(words[1:], func(s string) bool { return !strings.Contains(f, s) })
	})
}

// TestFaultsOfPartsAreFound makes changes to a directory, one at a time, and checks the reported
// faults.
func TestFaultsOfPartsAreFound(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	solveInParts(t, whole, "csv")
	if faults, _ := faultsOfParts(t, whole, nil); len(faults) > 0 {
		t.Fatalf("before: %q", faults)
	}
	other := filepath.Join(t.TempDir(), "other")
	solveInParts(t, other, "parquet")

	const part, manifest, success, plan = "part-000002.csv", "_gridmill/part-000002.json", "_SUCCESS.json", "_gridmill/plan.json"
	const rejects = "_gridmill/part-000000.rejects.csv"
	for _, c := range []struct {
		name  string
		plant edit
		says  []string // a fault must start with says[0] and contain the other strings
	}{
		{"a part is missing", remove(part), []string{part, "missing", "rows 201 to 300"}},
		{"a manifest is missing", remove(manifest), []string{manifest, "missing"}},
		{"the success file is missing", remove(success), []string{success, "missing"}},
		{"the plan is missing", remove(plan), []string{".", plan + " is missing"}},
		{"a rejects file is cut off", change(rejects, func(text []byte) []byte { return text[:len(text)/2] }), []string{rejects, "bytes, expected"}},
		{"a part is cut off", change(part, func(text []byte) []byte { return text[:len(text)/2] }), []string{part, "bytes, expected"}},
		{"a part is empty", change(part, func([]byte) []byte { return nil }), []string{part, "0 bytes, expected"}},
		{"a row is removed", change(part, func(text []byte) []byte { return text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1] }), []string{part, "has 99 rows, expected 100"}},
		{"a byte of an id is flipped", change(part, func(text []byte) []byte { text[bytes.IndexByte(text, '\n')+1] ^= 1; return text }), []string{part, "has changed since it was written"}},
		{"a verdict is changed", replace(part, ",unique,", ",solved,"), []string{part, "its rows and its manifest differ in verdicts"}},
		{"a part is a copy of a different part", take(part, filepath.Join(whole, "part-000003.csv")), []string{part, ""}},
		{"guesses are changed", replace(part, ",unique,1,24,0,", ",unique,1,24,1,"), []string{part, "its rows and its manifest differ in guesses"}},
		{"a manifest is damaged", replace(manifest, "{", "["), []string{manifest, "damaged"}},
		{"a manifest is of a different part", take(manifest, filepath.Join(whole, "_gridmill/part-000003.json")), []string{manifest, "does not describe this part"}},
		{"a manifest is of a different plan", take(manifest, filepath.Join(other, manifest)), []string{manifest, "a different plan"}},
		{"a manifest has a different checksum", replace(manifest, "xxh64:", "xxh64:0"), []string{manifest, "damaged"}},
		{"a manifest counts different verdicts", replace(manifest, `"none":`, `"solved":`), []string{manifest, "damaged"}},
		{"the success file is of a different plan", take(success, filepath.Join(other, success)), []string{success, "a different plan"}},
		{"the success file has a different version", replace(success, `"version": "v1"`, `"version": "v2"`), []string{success, "does not match the plan and the manifests"}},
		{"the success file counts more rows", replace(success, `"rows": 450`, `"rows": 451`), []string{success, "does not match the plan and the manifests"}},
		{"the success file counts more guesses", replace(success, `"sum": `, `"sum": 1`), []string{success, "does not match the plan and the manifests"}},
		{"the success file counts different verdicts", replace(success, `"none": `, `"solved": `), []string{success, "does not match the plan and the manifests"}},
		{"the success file lists a different hardest puzzle", replace(success, `"row": `, `"row": 1`), []string{success, "does not match the plan and the manifests"}},
		{"the success file lists a different checksum", replace(success, `"checksum": "xxh64:`, `"checksum": "xxh64:0`), []string{success, "does not match the plan and the manifests"}},
		{"a file does not belong there", add("part-000005.csv"), []string{"part-000005.csv", "not in the plan"}},
		{"a manifest does not belong there", add("_gridmill/part-000005.json"), []string{"_gridmill/part-000005.json", "not in the plan"}},
		{"a directory does not belong there", add("notes/part-000000.csv"), []string{"notes", "not in the plan"}},
		{"a run was killed", add(".part-000002.csv.0123abcd.tmp"), []string{".part-000002.csv.0123abcd.tmp", "a killed run left it behind"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			c.plant(t, dir)
			if faults, _ := faultsOfParts(t, dir, nil); !says(faults, c.says) {
				t.Errorf("no fault says %q; the faults are %q", c.says, faults)
			}
		})
	}
}

func TestFilesThatReadersSkipAreNotFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	solveInParts(t, dir, "csv")
	for _, name := range []string{"notes.md", "_plan.json", "_notes/x.csv", ".x.csv.tmp", "_gridmill/.nfs0001"} {
		add(name)(t, dir)
	}
	if faults, _ := faultsOfParts(t, dir, nil); len(faults) > 0 {
		t.Errorf("faults: %q", faults)
	}
}

// TestVerifyDuringRuns checks that verification fails during a run without shards, but works during
// a run of a shard if the directory is complete. Verification must not create a lock file.
func TestVerifyDuringRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	solveInParts(t, dir, "csv")
	v := &Verifier{Workers: 1, BatchRows: 64, Report: func(f pipeline.Fault) { t.Error(f) }}
	success := filepath.Join(dir, "_SUCCESS.json")
	for _, of := range []struct {
		shard    parts.Shard
		complete bool
	}{{complete: true}, {parts.Shard{Of: 2}, true}, {}, {parts.Shard{Of: 2}, false}} {
		if !of.complete {
			_ = os.Rename(success, success+".bak") // fails the second time
		}
		d, err := parts.OpenDirectory(dir, of.shard)
		if err != nil {
			t.Fatal(err)
		}
		err = v.Parts(t.Context(), dir)
		if fails := of.shard.All() || !of.complete; errors.Is(err, atomicfile.ErrInUse) != fails || !fails && err != nil {
			t.Errorf("%+v: error %v", of, err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	remove("_gridmill/lock")(t, dir)
	if err := errors.Join(os.Rename(success+".bak", success), v.Parts(t.Context(), dir)); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "_gridmill/lock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("verification created a lock file: error %v", err)
	}
}

func TestCanceledVerificationReportsNoFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	solveInParts(t, dir, "csv")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := &Verifier{Workers: 1, BatchRows: 64, Report: func(f pipeline.Fault) { t.Error(f) }}
	if err := v.Parts(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// An edit is a function that changes a directory of parts.
type edit func(t *testing.T, dir string)

// change returns an edit that changes the bytes of a file.
func change(name string, f func(text []byte) []byte) edit {
	return func(t *testing.T, dir string) {
		text := testkit.Read(t, filepath.Join(dir, name))
		changed := f(bytes.Clone(text))
		if bytes.Equal(changed, text) {
			t.Fatalf("%s was not changed", name)
		}
		testkit.Write(t, filepath.Join(dir, name), changed)
	}
}

func replace(name, old, with string) edit {
	return change(name, func(text []byte) []byte { return bytes.Replace(text, []byte(old), []byte(with), 1) })
}

func remove(name string) edit {
	return func(t *testing.T, dir string) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func add(name string) edit {
	return func(t *testing.T, dir string) { testkit.Write(t, filepath.Join(dir, name), "x") }
}

// take returns an edit that replaces the named file with a copy of a different file.
func take(name, from string) edit {
	return func(t *testing.T, dir string) { testkit.Write(t, filepath.Join(dir, name), testkit.Read(t, from)) }
}
