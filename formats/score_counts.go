package formats

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/formats/extract"
	"github.com/gridmill/gridmill/formats/score"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/ladder"
)

// GroupBy specifies the column by which scores are grouped.
type GroupBy struct {
	Column Column // CluesColumn, GuessesColumn or DifficultyColumn; used only if Kept is -1
	Kept   int    // index of a kept column, or -1
}

// ScoreCounts counts scores separately for each group of rows.
type ScoreCounts struct {
	Groups []ScoreGroup // in the order in which they were created; see Sorted
	index  map[string]int
}

// ScoreGroup counts the scores of a group of rows.
type ScoreGroup struct {
	Name string // empty if rows are not grouped
	Rows int64
	// Answers counts the rows for which Exact is known: rows with a readable answer, and rows with
	// an invalid puzzle (these are never exact). If the data set has no answers, Answers is 0.
	Answers int64
	Unique  int64 // number of puzzles with one solution
	Outputs []OutputCounts
}

// OutputCounts counts the scores of one column of model outputs.
type OutputCounts struct {
	Missing, Found, Solved, Exact, Consistent int64
	CluesKept                                 int64 // number of outputs that keep all clues
	// Right is RightUnit times the sum of shares, and RightSquares is RightUnit times the sum of
	// their squares. A share is the fraction of a puzzle's blanks that the output fills correctly,
	// or 0 if the output has no whole grid. Only puzzles with one solution have shares.
	Right, RightSquares int64
	Reward              int64       // sum of rewards, in thousandths
	Moves               score.Moves // sums over the outputs, but FirstWrong is 0
	Perfect             int64       // number of outputs with at least one move and no wrong move
	Other               int64       // number of outputs with moves instead of a grid, or a grid instead of moves, in the first OtherRows rows
	Kinds               [extract.NumKinds]int64
}

// OtherRows is the number of rows that are examined for OutputCounts.Other.
const OtherRows = 1000

// RightUnit stands for a share of 100% in OutputCounts.Right and OutputCounts.RightSquares.
const RightUnit = 1_000_000_000

const (
	mostGroups  = 1_000            // maximum number of groups that are counted separately
	otherGroups = "(other groups)" // name of the group that counts the rows of all other groups
)

// Add counts the scores of a batch. Unlike Merge, it does not limit the number of groups.
func (c *ScoreCounts) Add(b *Batch) {
	if b.scoring == nil {
		return
	}
	for i := range b.Len() {
		g := c.group(b.groupName(i), len(b.scoring.Columns))
		g.Rows++
		g.Answers += int64(toNumber(b.AnswerGrid(i) != nil || b.Puzzles[i][0] == 0 && len(b.Answers) > 0))
		g.Unique += int64(toNumber(b.Results[i].Verdict == solver.Unique))
		for k := range g.Outputs {
			g.Outputs[k].add(b, &b.scores[k][i], i)
		}
	}
}

func (c *OutputCounts) add(b *Batch, s *outputScore, i int) {
	c.Missing += int64(toNumber(s.missing))
	c.Kinds[s.Kind] += int64(toNumber(!s.missing))
	c.Found += int64(toNumber(s.Cells == solver.Cells))
	c.Solved += int64(toNumber(s.Solved))
	c.Exact += int64(toNumber(s.Exact))
	c.Consistent += int64(toNumber(s.Consistent))
	if puzzle := &b.Puzzles[i]; puzzle[0] != 0 {
		clues := int32(puzzle.Clues())
		c.CluesKept += int64(toNumber(s.Cells == solver.Cells && s.CluesKept == clues))
		if s.CellsRight != score.Unknown && s.Cells == solver.Cells {
			right := int64(RightUnit)
			if clues < solver.Cells {
				right = int64(s.CellsRight) * RightUnit / int64(solver.Cells-clues)
			}
			c.Right += right
			c.RightSquares += right * right / RightUnit
		}
	}
	c.Reward += int64(s.reward)
	c.Moves.Add(&s.moves)
	c.Perfect += int64(toNumber(s.moves.Made > 0 && s.moves.FirstWrong == 0))
	c.Other += int64(toNumber(s.other))
}

func (c *OutputCounts) merge(o *OutputCounts) {
	c.Missing += o.Missing
	c.Found += o.Found
	c.Solved += o.Solved
	c.Exact += o.Exact
	c.Consistent += o.Consistent
	c.CluesKept += o.CluesKept
	c.Right += o.Right
	c.RightSquares += o.RightSquares
	c.Reward += o.Reward
	c.Moves.Add(&o.Moves)
	c.Perfect += o.Perfect
	c.Other += o.Other
	for kind, n := range o.Kinds {
		c.Kinds[kind] += n
	}
}

func (c *ScoreCounts) group(name []byte, outputs int) *ScoreGroup {
	if i, found := c.index[string(name)]; found {
		return &c.Groups[i]
	}
	if c.index == nil {
		c.index = map[string]int{}
	}
	key, i := string(name), len(c.Groups)
	c.index[key] = i
	c.Groups = slices.Grow(c.Groups, 1)[:i+1] // reuse the memory of a group that Reset removed, if any
	g := &c.Groups[i]
	*g = ScoreGroup{Name: key, Outputs: append(g.Outputs[:0], make([]OutputCounts, outputs)...)}
	return g
}

// Reset removes all groups.
func (c *ScoreCounts) Reset() {
	clear(c.index)
	c.Groups = c.Groups[:0]
}

// Merge adds the counts in o. If c already has mostGroups groups, Merge adds the counts of new
// groups to the group named otherGroups. If batches are merged in row order, the result does not
// depend on the sizes of the batches.
func (c *ScoreCounts) Merge(o *ScoreCounts) {
	for i := range o.Groups {
		from := &o.Groups[i]
		name := from.Name
		if _, known := c.index[name]; !known && len(c.Groups) >= mostGroups {
			name = otherGroups
		}
		c.group([]byte(name), len(from.Outputs)).add(from)
	}
}

func (g *ScoreGroup) add(o *ScoreGroup) {
	g.Rows += o.Rows
	g.Answers += o.Answers
	g.Unique += o.Unique
	g.Outputs = grown(g.Outputs, len(o.Outputs))
	for k := range g.Outputs {
		g.Outputs[k].merge(&o.Outputs[k])
	}
}

// All returns the sum of all groups.
func (c *ScoreCounts) All() (all ScoreGroup) {
	for i := range c.Groups {
		all.add(&c.Groups[i])
	}
	return all
}

// Sorted returns the groups, sorted by name. Numbers at the start of names are compared as numbers,
// and difficulties are sorted from easy to hard.
func (c *ScoreCounts) Sorted() []ScoreGroup {
	return slices.SortedFunc(slices.Values(c.Groups), func(a, b ScoreGroup) int {
		return cmp.Or(cmp.Compare(rank(a.Name), rank(b.Name)), cmp.Compare(a.Name, b.Name))
	})
}

// rank returns the number by which Sorted orders the group with the given name.
func rank(name string) int {
	if at := slices.Index(ladder.DifficultyNames(), name); at >= 0 {
		return at
	}
	afterNumber := strings.TrimLeft(name, "0123456789")
	if n, err := strconv.Atoi(strings.TrimSuffix(name, afterNumber)); err == nil {
		return n
	}
	return 1 << 62
}

// groupName returns the name of row i's group. The name is valid until the next call.
func (b *Batch) groupName(i int) []byte {
	g := b.scoring.GroupBy
	switch b.scratch = b.scratch[:0]; {
	case g == nil:
		return nil
	case g.Kept >= 0:
		return b.keptText(&b.kept[g.Kept], i, g.Kept)
	case b.Results[i].Verdict == solver.Invalid:
		b.scratch = append(b.scratch, "invalid"...)
	case g.Column == DifficultyColumn:
		b.scratch = append(b.scratch, b.ratings(b.Len())[i].Difficulty.String()...)
	case g.Column == GuessesColumn:
		if n := uint32(b.Results[i].Guesses); n < 2 {
			b.scratch = strconv.AppendUint(b.scratch, uint64(n), 10)
		} else { // a range: 2-3, 4-7, and so on
			first := int64(1) << (bits.Len32(n) - 1)
			b.scratch = fmt.Appendf(b.scratch, "%d-%d", first, 2*first-1)
		}
	default:
		b.scratch = strconv.AppendInt(b.scratch, int64(b.Puzzles[i].Clues()), 10)
	}
	return b.scratch
}
