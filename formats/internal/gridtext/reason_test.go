package gridtext

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var genReason = rapid.Custom(func(t *rapid.T) Reason {
	r := Reason{Kind: Kind(rapid.IntRange(int(Empty), int(NumKinds)-1).Draw(t, "kind"))}
	for i, f := range kinds[r.Kind].facts {
		switch n := []*int32{&r.A, &r.B, &r.C}[i]; f.name {
		case "house":
			*n = rapid.Int32Range(0, 26).Draw(t, f.name)
		case "character":
			*n = rapid.OneOf(rapid.Int32Range(0, 0x7f), rapid.Int32Range(0, 0x10ffff)).Draw(t, f.name)
		default:
			*n = rapid.OneOf(rapid.Int32Range(0, 3), rapid.Int32Range(990, 1010), rapid.Int32Min(0)).Draw(t, f.name)
		}
	}
	return r
})

// TestCodesAreReadBack checks that the codes of random reasons are read back unchanged.
func TestCodesAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genReason.Draw(t, "reason")
		if got, good := ParseReason([]byte(r.Code())); !good || got != r {
			t.Fatalf("%q is read as %+v (%t), want %+v", r.Code(), got, good, r)
		}
		if r.String() == "" {
			t.Fatalf("%q has no text", r.Code())
		}
	})
}

// TestOtherStringsAreNotCodes checks that strings that only resemble codes are rejected.
func TestOtherStringsAreNotCodes(t *testing.T) {
	for _, text := range []string{
		"", " ", "none", "Empty", "empty ", " empty", "empty length=3", "too_short", "too_short ", "too_short length", "too_short length=",
		"too_short length=-1", "too_short length=07", "too_short length=7 ", "too_short  length=7", "too_short length=7 length=7",
		"too_short digits=7", "too_short length=2147483648", "too_short length=1000+", "78 characters",
		"bad_character position=1 character=U+71", "bad_character position=1 character=U+00071", "bad_character position=1 character=U+00e9",
		"bad_character position=1 character=q", "bad_character character=U+0071 position=1", "bad_character position=1 character=U+FFFFFFFF",
		"clue_repeats digit=5 house=row0", "clue_repeats digit=5 house=row10", "clue_repeats digit=5 house=line3", "clue_repeats digit=5",
		"wrong_lines lines=8 first=1", "wrong_lines lines=8 first=1 last=8 more=1",
	} {
		if r, good := ParseReason([]byte(text)); good || r != (Reason{}) {
			t.Errorf("%q is read as %+v (%t)", text, r, good)
		}
	}
}

// TestReasonsAreDocumented checks that the help topic about columns lists each Kind exactly once.
func TestReasonsAreDocumented(t *testing.T) {
	topic, err := os.ReadFile("../../../cmd/gridmill/topics/columns.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[Kind]int{}
	_, section, _ := strings.Cut(string(topic), "\n## Reasons\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		code, isCode := strings.CutPrefix(line, "    ")
		if code, _, _ = strings.Cut(strings.TrimRight(code, "\n"), "  "); !isCode || code == "" {
			continue
		}
		r, good := ParseReason([]byte(code))
		if !good {
			t.Errorf("%q is not a code", code)
		}
		documented[r.Kind]++
	}
	for kind := Empty; kind < NumKinds; kind++ {
		if documented[kind] != 1 {
			t.Errorf("%s is documented %d times", kinds[kind].name, documented[kind])
		}
	}
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
