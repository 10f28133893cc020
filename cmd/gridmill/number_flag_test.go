package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestNumbersOfFlags checks which notations and ranges of numbers are accepted.
func TestNumbersOfFlags(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "5000": 5000, "10,000": 10000, "1,234,567": 1234567, "10k": 10000, "2M": 2e6, "1,000k": 1e6, "-1": -1,
		"1,00": -7, "x": -7, "": -7, "1.5": -7, "9223372036854775808": -7, "3B": 3e9,
	} {
		long, err := parseNumber[int64](text)
		if (err == nil) != (want != -7) || err == nil && long != want {
			t.Errorf("%q is read as %d, want %d: %v", text, long, want, err)
		}
		if short, err := parseNumber[int32](text); (err == nil) != (want != -7 && want < 1<<31) || err == nil && int64(short) != want {
			t.Errorf("%q is read as %d: %v", text, short, err)
		}
		if unsigned, err := parseNumber[uint64](text); (err == nil) != (want >= 0 || text == "9223372036854775808") {
			t.Errorf("%q is read as %d: %v", text, unsigned, err)
		}
	}
	if seed, err := parseNumber[uint64]("18446744073709551615"); err != nil || seed != 1<<64-1 {
		t.Errorf("the largest seed is read as %d: %v", seed, err)
	}
}

// TestAllFlagsAcceptNotations checks that each flag that takes a number accepts all notations. The
// golden case numbers_can_be_written_in_several_ways checks numbers in lists and ranges.
func TestAllFlagsAcceptNotations(t *testing.T) {
	for _, c := range newRoot(new(session)).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			kind := f.Value.Type()
			if !strings.Contains(kind, "int") && !strings.Contains(kind, "float") {
				return
			}
			for _, text := range []string{"1,000", "1k", "1000"} {
				if kind == "float64" && text == "1k" {
					continue // 1m would be a million, not a minute
				}
				if err := f.Value.Set(text); err != nil || f.Value.String() != "1000" {
					t.Errorf("%s --%s %s: the value is %s: %v", c.Name(), f.Name, text, f.Value, err)
				}
			}
		})
	}
}

// TestDecimals checks which notations of decimal numbers are accepted.
func TestDecimals(t *testing.T) {
	for text, want := range map[string]float64{
		"0.5": 0.5, "1e3": 1000, "2k": -7, "1m": -7, "inf": -7, "nan": -7, "10%": 10, "1,000%": 1000, "10%%": -7, "x": -7, "": -7, "%": -7, "1,00": -7,
	} {
		var value float64
		flags := new(pflag.FlagSet)
		decimalVar(flags, &value, "share", -7, "%", "")
		if err := flags.Set("share", text); value != want || (err == nil) != (want != -7) {
			t.Errorf("%q is read as %g, want %g: %v", text, value, want, err)
		}
	}
}
