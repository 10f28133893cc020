package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/formats/score"
)

// scoredBatch returns a batch of solved CSV rows with a column of model outputs.
func scoredBatch(t testing.TB, rows int) *Batch {
	t.Helper()
	var text strings.Builder
	text.WriteString("puzzle,prediction,team\n")
	for i := range rows {
		fmt.Fprintf(&text, "%s,\"In row 1, 4 is left: [%s%d]\",t%d\n", testkit.Clued, solved[:80], 8+i%2, i%3)
	}
	b, _ := solvedInput(t, store(t, "in.csv", text.String()), ReadOptions{Keep: ParseKeep("all"), Outputs: &Outputs{}})
	return b
}

func TestScoresOfBatches(t *testing.T) {
	b := scoredBatch(t, 300)
	reward, err := score.ParseReward("solved=2,cells_right=-1", false)
	if err != nil {
		t.Fatal(err)
	}
	c := &Scoring{Columns: []int{1}, Names: []string{"prediction"}, Reward: reward, GroupBy: &GroupBy{Kept: 2}}
	var counts ScoreCounts
	score := func() {
		b.FindScores(c)
		counts.Reset()
		counts.Add(b)
	}
	score()
	if n := testing.AllocsPerRun(5, score); n > 3 {
		t.Errorf("%v allocations per batch, expected at most one for each of the three groups", n)
	}
	all := counts.All()
	if o := all.Outputs[0]; all.Rows != 300 || o.Solved != 150 || o.Found != 300 || o.Missing != 0 || o.Reward != 0 {
		t.Errorf("%+v", all)
	}
	if groups := counts.Sorted(); len(groups) != 3 || groups[2].Rows != 100 {
		t.Errorf("%d groups: %+v", len(groups), groups)
	}
}

// TestGroupsOfScores checks that groups are sorted by number or difficulty, and then by name.
func TestGroupsOfScores(t *testing.T) {
	var c ScoreCounts
	for _, name := range []string{"10", "hard", "2-3", "easy", "b", "a", "1"} {
		c.group([]byte(name), 1).Rows++
	}
	var names []string
	for _, g := range c.Sorted() {
		names = append(names, g.Name)
	}
	if want := []string{"easy", "1", "2-3", "hard", "10", "a", "b"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}

// TestManyGroupsOfScores checks that only the first groups, up to a limit, are counted separately,
// regardless of the batch size.
func TestManyGroupsOfScores(t *testing.T) {
	const rows = 3 * mostGroups
	for _, size := range []int{1, 7, rows} {
		var all, batch ScoreCounts
		for i := range rows {
			batch.group(fmt.Appendf(nil, "x%d", i%(mostGroups+50)), 1).Rows++
			if i%size == size-1 || i == rows-1 {
				all.Merge(&batch)
				batch.Reset()
			}
		}
		last := all.Groups[len(all.Groups)-1]
		if len(all.Groups) != mostGroups+1 || last.Name != otherGroups || last.Rows != 100 {
			t.Errorf("in batches of %d rows: %d groups, the last is %+v", size, len(all.Groups), last)
		}
		for i, g := range all.Groups[:mostGroups] {
			if want := fmt.Sprintf("x%d", i); g.Name != want || g.Rows < 2 {
				t.Errorf("in batches of %d rows: group %d is %+v, want %s", size, i, g, want)
			}
		}
	}
}

// TestNestedOutputsAreRejected checks that model outputs in a nested Parquet column are rejected.
// In nested columns, the roles of chat messages cannot be distinguished from the contents.
func TestNestedOutputsAreRejected(t *testing.T) {
	fields := schema.FieldList{stringNode("role", parquet.Repetitions.Optional), stringNode("content", parquet.Repetitions.Optional)}
	node, err := schema.NewGroupNode("messages", parquet.Repetitions.Repeated, fields, -1)
	if err != nil {
		t.Fatal(err)
	}
	s := Schema{Kept: []Field{{Name: "puzzle"}, {Name: "messages", node: node, leafCount: 2}}}
	s.Columns = []string{"puzzle", "messages"}
	if _, _, err := s.OutputColumns(&Outputs{Names: []string{"messages"}}); err == nil || !strings.Contains(err.Error(), "convert the file to JSON Lines") {
		t.Errorf("the error is %v", err)
	}
}
