package gridtext

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/formats/internal/scan"
	"github.com/gridmill/gridmill/formats/internal/testkit"
	"github.com/gridmill/gridmill/solver"
)

// genReason draws reasons of all kinds that make a row invalid.
var genReason = rapid.Custom(func(t *rapid.T) Reason {
	kind := Kind(rapid.IntRange(int(Empty), int(numKinds)-1).Draw(t, "kind"))
	number := rapid.OneOf(rapid.Int32Range(0, 3), rapid.Int32Range(0, 0x10ffff))
	return Reason{kind, number.Draw(t, "a"), number.Draw(t, "b")}
})

// Classes are read back as they were written, and there are not too many.
func TestReasonClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		class := genReason.Draw(t, "reason").Class()
		if got, good := ParseClass(class.String()); !good || got != class {
			t.Errorf("%+v, %q, is read as %+v, %v", class, class, got, good)
		}
		if got, good := ParseClass(class.String() + "x"); good {
			t.Errorf("%qx is read as %+v", class, got)
		}
	})
	classes := map[string]bool{}
	for kind := Empty; kind < numKinds; kind++ {
		for n := range int32(5000) {
			classes[Reason{kind, n, 4}.Class().String()] = true
		}
	}
	if len(classes) > 2200 || len(classes) < 2000 {
		t.Errorf("there are %d classes", len(classes))
	}
}

// TestReasonsAreReadBack draws reasons of all kinds, and values of all kinds that
// have one.
func TestReasonsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var grid solver.Grid
		number := rapid.Int32Range(0, 1<<31-1)
		r := rapid.OneOf(
			rapid.Custom(func(t *rapid.T) Reason {
				return Parse(&grid, []byte(rapid.String().Draw(t, "value")))
			}),
			rapid.Custom(func(t *rapid.T) Reason {
				cells := []rune(testkit.Solved)
				cells[rapid.IntRange(0, 80).Draw(t, "at")] = rapid.Rune().Draw(t, "foreign")
				return Parse(&grid, []byte(string(cells)))
			}),
			rapid.Custom(func(t *rapid.T) Reason {
				return Repeats(solver.Repeat{Digit: rapid.ByteRange(1, 9).Draw(t, "digit"), House: solver.House(rapid.ByteRange(0, 26).Draw(t, "house"))})
			}),
			rapid.Custom(func(t *rapid.T) Reason { return Reason{WrongFields, number.Draw(t, "a"), number.Draw(t, "b")} }),
			rapid.SampledFrom([]Reason{{Kind: Empty}, {Kind: BadQuotes}, {Kind: TooLong, A: scan.MaxRow}, {Kind: TooManyCells, A: solver.Cells}, {Kind: RowOfGrid}, {WrongRow, 10, 5}, {WrongRow, 1, 2}, {Kind: NotAList, A: 7}, {Kind: WrongCount, A: 1}}),
		).Draw(t, "reason")
		if r.Kind == NoReason {
			return
		}
		if got, good := ParseReason([]byte(r.String())); !good || got != r {
			t.Fatalf("%q is read as %+v (%t), want %+v", r, got, good, r)
		}
		if got, good := ParseReason([]byte(r.String() + "x")); good {
			t.Fatalf("%q is read as %+v", r.String()+"x", got)
		}
	})
}

func TestNumbersAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int32Range(0, 1<<31-1).Draw(t, "n")
		if got, good := ParseNumber(fmt.Append(nil, n)); !good || got != n {
			t.Fatalf("%d is read as %d (%t)", n, got, good)
		}
	})
	for _, text := range []string{"", "-1", "+1", "x", "1x", " 1", "1.0", "2147483648", "99999999999999999999"} {
		if n, good := ParseNumber([]byte(text)); good {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}
