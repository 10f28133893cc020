package benchmarks

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// behavior is the name of an environment variable. If the variable is set, the test binary acts as
// a solver program. The value of the variable selects the behavior.
const behavior = "GRIDMILL_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if how := os.Getenv(behavior); how != "" {
		os.Exit(standIn(how))
	}
	os.Exit(m.Run())
}

// standIn is the main function of a solver program for tests. It returns the exit code.
func standIn(how string) int {
	own, err := solver.New(reference, solver.Config{MaxSolutions: 2})
	if err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	lines := bufio.NewScanner(os.Stdin)
	read := 0
	for ; lines.Scan(); read++ {
		puzzles, results := make([]solver.Grid, 1), make([]solver.Result, 1)
		solver.Parse(&puzzles[0], lines.Bytes())
		own.Solve(puzzles, results)
		solution := ""
		if results[0].Count > 0 {
			solution = results[0].Solution.String()
		}
		switch how {
		case "solutions":
			fmt.Fprintf(out, "%d. solved: %s in no time\n", read, solution)
		case "named", "hungry":
			fmt.Fprintf(out, "%s:%d:%s\n", strings.ReplaceAll(lines.Text(), ".", "0"), results[0].Count, solution)
		case "endless":
			for {
				fmt.Fprintln(out, "still thinking")
			}
		case "tired":
			fmt.Fprintf(out, "%s:%s\n", lines.Text(), solution)
			if read == 1 {
				out.Flush()
				fmt.Fprintln(os.Stderr, "stand-in: I have had enough")
				return 4
			}
		}
	}
	if how == "hungry" && read == 0 {
		return 1
	}
	return 0
}

// external returns this test binary as an external program.
func external(t *testing.T, how string) External {
	t.Setenv(behavior, how)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // without this, each exit takes a second under the race detector
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e, err := ParseExternal("peer='" + self + "' -test.run=none")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestExternalPrograms runs programs that solve only some puzzles, programs that fail if they
// receive no puzzles, and programs that end early or never end. The golden case
// bench_times_other_programs runs other programs.
func TestExternalPrograms(t *testing.T) {
	for _, c := range []struct {
		how     string
		failure string // start of the error, or ""
		all     bool   // whether the program answers all puzzles rather than only some
	}{
		{"solutions", "", false},
		{"named", "", true},
		{"hungry", "", true},
		{"tired", "exit status 4: stand-in: I have had enough; it printed 1 correct answer for 16 puzzles", false},
		{"endless", "it printed far more text than the answers require", false},
	} {
		t.Run(c.how, func(t *testing.T) {
			o := quick("mrv")
			o.Seconds, o.Externals = 0.0001, []External{external(t, c.how)}
			mixed := few(t, "minimal.txt", 50)
			unsolvable := few(t, "no-solution.txt", 50)
			mixed.Puzzles, mixed.Lines = append(slices.Clone(mixed.Puzzles), unsolvable.Puzzles...), append(slices.Clone(mixed.Lines), unsolvable.Lines...)
			result, err := Run(t.Context(), []*Corpus{mixed}, o, Progress{})
			if err != nil {
				t.Fatal(err)
			}
			mrv, peer := result.Results[0], result.Results[1]
			if mrv.Failure != "" || mrv.PuzzlesPerSecond == 0 {
				t.Errorf("mrv in the same run: %+v", mrv)
			}
			if c.failure != "" {
				if !strings.HasPrefix(peer.Failure, c.failure) || result.Err() == nil || !strings.Contains(result.Err().Error(), c.failure) {
					t.Errorf("the program failed with %q, the run with %v", peer.Failure, result.Err())
				}
				return
			}
			if peer.Failure != "" || peer.PuzzlesPerSecond <= 0 || peer.StartupSeconds <= 0 || result.Err() != nil {
				t.Errorf("the result is %+v with the process %+v", peer, peer.Process)
			}
			if share := float64(peer.Answers) / float64(peer.Given); share <= 0.2 || (share == 1) != c.all {
				t.Errorf("got %d of %d answers", peer.Answers, peer.Given)
			}
		})
	}
}

func TestParseExternal(t *testing.T) {
	for text, want := range map[string]string{
		"peer=solve":                        "peer: solve",
		"peer= ./solve -n  2 ":              "peer: ./solve -n 2",
		"a=sh -c 'cat | sort \"-n\"'":       `a: sh -c cat | sort "-n"`,
		`a="/my programs/solve" \"x\" a\ b`: `a: /my programs/solve "x" a b`,
		`a=C:\bin\solve.exe ''`:             `a: C:\bin\solve.exe `,
		"a=x --key=value":                   "a: x --key=value",
		"peer":                              "error",
		"=solve":                            "error",
		"peer=":                             "error",
		"peer='x":                           "error",
	} {
		e, err := ParseExternal(text)
		got := "error"
		if err == nil {
			words, _ := splitWords(e.Command)
			got = e.Name + ": " + strings.Join(words, " ")
		}
		if got != want {
			t.Errorf("%s is read as %q, want %q", text, got, want)
		}
	}
}

// TestCheckAnswers checks which lines count as answers and which answers count as correct.
func TestCheckAnswers(t *testing.T) {
	s, err := newSet(t.Context(), few(t, "many-solutions.txt", 3), &Options{MaxSolutions: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	own, err := solver.New(reference, solver.Config{MaxSolutions: 1})
	if err != nil {
		t.Fatal(err)
	}
	results := make([]solver.Result, 3)
	own.Solve(s.puzzles[:3], results)
	var p, a [3]string
	for i := range p {
		p[i], a[i] = s.puzzles[i].String(), results[i].Solution.String()
	}
	for _, c := range []struct {
		name, output string
		right        int
		wrong        bool
	}{
		{"nothing", "", 0, false},
		{"words", "read 3 puzzles\nsolved 3 in 0.001 s\n", 0, false},
		{"in order", a[0] + "\n" + a[1] + "\n" + a[2], 3, false},
		{"with one skipped", a[0] + "\nno idea\n" + a[2] + "\n", 2, false},
		{"out of order", a[1] + "\n" + a[0] + "\n", 1, true},
		{"after the puzzle", p[0] + " -> " + a[0] + "\r\n", 1, false},
		{"out of order with puzzles", p[1] + "," + a[1] + "\n" + p[0] + "," + a[0] + "\n", 2, false},
		{"with counts", p[0] + ":2:" + a[0] + "\n" + p[1] + ":1:" + a[1] + "\n", 2, false},
		{"only counts", p[2] + ":17\n", 1, false},
		{"a count of the first solution only", p[2] + ":1\n", 0, true},
		{"an echo of puzzles", p[0] + "\n" + p[1] + "\n", 0, false},
		{"none where there are some", p[0] + ":0:\n", 0, true},
		{"another's solution", p[0] + ":1:" + a[1] + "\n", 0, true},
		{"with an empty cell", a[0] + "\n0" + a[1][1:] + "\n", 1, true},
		{"a longer number", a[0] + "1\n", 0, false},
		{"a solution that is too short", p[0] + ":1:" + a[0][:80] + "\n", 0, true},
		{"a solution that is too long", p[0] + ":1:" + a[0] + "1\n", 0, true},
		{"a word for no solution", p[0] + ":1:none\n", 0, true},
		{"a solution with empty cells", p[0] + ":2:0" + a[0][1:] + "\n", 0, true},
		{"a solution with empty cells and no count", p[0] + "," + "0" + a[0][1:] + "\n", 0, true},
		{"a puzzle twice", p[0] + " " + p[0] + "\n", 0, false},
		{"no solution of several", p[0] + ":2:" + strings.Repeat(".", 81) + "\n", 1, false},
		{"one puzzle three times", strings.Repeat(p[0]+":1:"+a[0]+"\n", 3), 1, false},
		{"each puzzle twice", strings.Repeat(p[0]+","+a[0]+"\n"+p[1]+","+a[1]+"\n"+p[2]+","+a[2]+"\n", 2), 3, false},
	} {
		found := s.checkAnswers([]byte(c.output), 3, nil)
		if found.right != c.right || (len(found.wrong) > 0) != c.wrong {
			t.Errorf("%s: %d right, %v", c.name, found.right, found.wrong)
		}
		if complete := c.right == 0 || c.right == 3; !c.wrong && (found.err() == nil) != complete {
			t.Errorf("%s: %v", c.name, found.err())
		}
	}
}

func TestProgramsWithoutAnswersAreMarked(t *testing.T) {
	r := Result{Process: &Process{}}
	if !r.Unvouched() || speedMark(&r) != "? " {
		t.Error("a program without answers is not marked")
	}
	if r.Answers = 1; r.Unvouched() || speedMark(&r) != "" {
		t.Error("a program with answers is marked")
	}
	if r.CountsOnly = 1; !r.Unvouched() || speedMark(&r) != "? " {
		t.Error("a program that only counts solutions is not marked")
	}
}

func TestWholePasses(t *testing.T) {
	for _, c := range []struct{ requested, n, want int }{{0, 25, 25}, {10, 5, 10}, {10, 10, 10}, {10, 25, 20}} {
		p := &programTrial{program: &program{options: &Options{Puzzles: c.requested}}, set: &puzzleSet{puzzles: make([]solver.Grid, 10)}}
		if got := p.wholePasses(c.n); got != c.want {
			t.Errorf("%d puzzles become %d, want %d", c.n, got, c.want)
		}
	}
}
