package pipeline

import "testing"

func TestOfManyProblemsTheFirstAreToldAndTheOthersCounted(t *testing.T) {
	for text, problems := range map[string]Problems{
		"a":                   {"a"},
		"a; b; c":             {"a", "b", "c"},
		"a; b; c; and 2 more": {"a", "b", "c", "d", "e"},
	} {
		if problems.String() != text {
			t.Errorf("%q is told as %q", []string(problems), problems)
		}
	}
}
