package dataset

import (
	"fmt"
	"strings"
	"testing"
)

// FuzzSplits checks that shares and counts are in range. Formatting the splits and parsing the
// result must not change them.
func FuzzSplits(f *testing.F) {
	for _, text := range []string{"train=0.9,test=0.1", "test=1000,train", "a=10k, b", "a=1,000,b=2,000k,c", "a=90%,b=10%", "a=1.0", "a=0.5,b=0.6", "A=1", "a=1,a=2", "a,b", "a=0.0", "a=nan.0", "=", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		splits, err := ParseSplits(text)
		if err != nil {
			return
		}
		var again []string
		sum, rest := 0.0, 0
		for _, s := range splits {
			if s.Name == "" || s.Share < 0 || s.Share > 1 || s.Count < 0 || s.Share > 0 && s.Count > 0 {
				t.Errorf("%q: a split is %+v", text, s)
			}
			if sum += s.Share; s.Requested == "" {
				rest++
				again = append(again, s.Name)
			} else {
				again = append(again, s.Name+"="+s.Requested)
			}
		}
		if sum > 1.000001 || rest > 1 {
			t.Errorf("%q: the shares add up to %g, and %d splits take the rest", text, sum, rest)
		}
		twice, err := ParseSplits(strings.Join(again, ","))
		if fmt.Sprint(twice) != fmt.Sprint(splits) || err != nil {
			t.Errorf("%q is read as %v, and then as %v: %v", text, splits, twice, err)
		}
	})
}

// TestWrongSplits checks that ParseSplits and ParseNumbers say why a request is invalid.
func TestWrongSplits(t *testing.T) {
	for text, want := range map[string]string{
		"":                  `"" is not a valid split name`,
		"Train=0.5":         `"Train" is not a valid split name; use lowercase letters, digits, _ and -`,
		"a=0.5,a=0.5":       "two splits are called a",
		"a=0.0":             "a=0.0: a share must be greater than 0.0 and at most 1.0; a count must be a whole number",
		"a=101%":            "a share must be greater than 0.0 and at most 1.0; a count must be a whole number",
		"a=1.5":             "a share must be greater than 0.0 and at most 1.0; a count must be a whole number",
		"a=0":               "a=0: the value must be a whole number, 1 or greater, such as 10k, 1M, 2B, 5000 or 10,000; a share such as 0.9 is also valid",
		"a=-5":              "the value must be a whole number, 1 or greater",
		"a=9223372036854M":  "the value must be a whole number, 1 or greater",
		"a=400,b=1,0":       `"0" is a number, but the name of a split is expected; write NAME=0, or, if a comma precedes `,
		"10k":               `"10k" is a number, but the name of a split is expected; write NAME=10k, or, if a comma precedes `,
		"10k,x":             `"10k" is a number, but the name of a split is expected`,
		"1e3":               `"1e3" is a number, but the name of a split is expected`,
		"train,0.9":         `"0.9" is a number, but the name of a split is expected`,
		"50%":               `"50%" is a number, but the name of a split is expected; write NAME=50%, or, if a comma precedes `,
		"a=few":             "the value must be a whole number, 1 or greater",
		"a=0.5,b=100":       "shares and numbers of puzzles cannot be combined",
		"a,b":               "several splits have neither a share nor a number; only one split can take the rest",
		"a=0.9,b=0.2":       "the shares add up to 1.1, which is more than 1",
		"_gridmill=0.5":     `"_gridmill" is not a valid split name: it must start with a letter or a digit`,
		"../a=0.5":          "is not a valid split name",
		"a=0.5,b=0.25,c=.3": "the shares add up to 1.05",
	} {
		if _, err := ParseSplits(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	splits, err := ParseSplits("a=0.5,b")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"c=5":           `"c=5" must be SPLIT=N, where SPLIT is one of: a, b`,
		"a":             "a=: the value must be a whole number, 1 or greater",
		"a=x":           "a=x: the value must be a whole number, 1 or greater",
		"a=1,b=2, a =1": "the split a occurs twice",
	} {
		if err := ParseNumbers(text, splits, (*Split).SetMorphs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// TestAssigner checks how an assigner divides classes among splits. Splits with a share must get
// exactly that share of evenly distributed keys. Splits with a number must get exactly that many
// puzzles. Each class must be in a single split.
func TestAssigner(t *testing.T) {
	splits, err := ParseSplits("a=0.25,b=0.5")
	if err != nil {
		t.Fatal(err)
	}
	shares := newAssigner(splits)
	const steps = 1 << 12
	var n [3]int
	for i := range uint64(steps) {
		switch f := shares.share(i << 52); f {
		case unassigned:
			n[2]++
		default:
			n[f-firstSplit]++
		}
	}
	if n != [3]int{steps / 4, steps / 2, steps / 4} {
		t.Errorf("shares of 0.25 and 0.5 give %v of %d", n, steps)
	}
	whole := newAssigner([]Split{{Name: "a", Share: 0.9}, {Name: "b", Share: 0.05}, {Name: "c", Share: 0.05}})
	if f := whole.share(^uint64(0)); f != firstSplit+2 {
		t.Errorf("the highest key has decision %d", f)
	}
	if splits, err = ParseSplits("a=4,b,c=3"); err != nil {
		t.Fatal(err)
	}
	counts := newAssigner(splits)
	var got []decision
	for _, size := range []int{3, 3, 2, 1, 1, 1} { // sizes of classes
		split := counts.nextSplit()
		for range size {
			got = append(got, counts.take(split))
		}
	}
	a, b, c := firstSplit, firstSplit+1, firstSplit+2
	want := []decision{a, a, a, a, unassigned, unassigned, c, c, c, b, b}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("the puzzles have the decisions %v, want %v", got, want)
		}
	}
}

func TestComponents(t *testing.T) {
	c := newComponents(8)
	for _, pair := range [][2]uint32{{6, 2}, {5, 7}, {2, 7}, {3, 3}, {4, 3}, {6, 5}} {
		c.join(pair[0], pair[1])
	}
	want := []uint32{0, 1, 2, 3, 3, 2, 2, 2}
	for row, root := range want {
		if got := c.root(uint32(row)); got != root {
			t.Errorf("row %d is in the component of row %d, want %d", row, got, root)
		}
	}
}

// TestNumbersOfSplits checks the ways to write the number or share of puzzles in a split.
func TestNumbersOfSplits(t *testing.T) {
	for text, want := range map[string]string{
		"train=90%,test=10%":      "train:0.9:0 test:0.1:0",
		"test=10,000,train":       "test:0:10000 train:0:0",
		"test=1,000,000,train=2k": "test:0:1000000 train:0:2000",
		"test=1M,train":           "test:0:1000000 train:0:0",
		"test=12.5%,train":        "test:0.125:0 train:0:0",
		"test=10,00=20":           "test:0:10 00:0:20",
	} {
		splits, err := ParseSplits(text)
		var got []string
		for _, s := range splits {
			got = append(got, fmt.Sprintf("%s:%v:%d", s.Name, s.Share, s.Count))
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s is read as %v: %v", text, got, err)
		}
	}
}
