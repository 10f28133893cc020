package formats

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestValuesOfColumnsOfNumbers checks that a column becomes numeric only if converting it to
// numbers does not change its values.
func TestValuesOfColumnsOfNumbers(t *testing.T) {
	for text, want := range map[string]foundValues{
		"":                          {false, true, true},
		"0":                         {true, true, true},
		"-7":                        {true, true, true},
		"9223372036854775807":       {true, true, false},
		"9223372036854775808":       {true, false, false}, // too large for int64, too many digits for a double
		"9300000000000000000":       {true, false, false}, // overflows int64, so it is probably an ID
		"100000000000000000000":     {true, false, false},
		"100000000000000000000.5":   {true, false, false},
		"-0":                        {true, false, true},
		"1.50":                      {true, false, true},
		"0.1":                       {true, false, true},
		"1234567.12345678":          {true, false, true},
		"123456789.123456789":       {true, false, false},
		"0.12345678901234567890":    {true, false, false},
		"1e-07":                     {true, false, true},
		"2.5E+300":                  {true, false, true},
		"1e+309":                    {true, false, false},
		"1.3e-323":                  {true, false, false},
		"1.2345678901234567891e+30": {true, false, false},
		"12e4":                      {true, false, false},
		"007":                       {true, false, false},
		"-01.5":                     {true, false, false},
		"+7":                        {true, false, false},
		"1.":                        {true, false, false},
		".5":                        {true, false, false},
		"5\t":                       {true, false, false},
		"1,5":                       {true, false, false},
		"1e+":                       {true, false, false},
		"1e-5x":                     {true, false, false},
		"nan":                       {true, false, false},
		"true":                      {true, false, false},
		puzzle(1):                   {true, false, false},
		solved:                      {true, false, false},
	} {
		got := foundValues{ints: true, doubles: true}
		if got.look([]byte(text)); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n, x := rapid.Int64().Draw(t, "int"), rapid.Float64().Draw(t, "double")
		ints, doubles := foundValues{ints: true, doubles: true}, foundValues{ints: true, doubles: true}
		ints.look(strconv.AppendInt(nil, n, 10))
		doubles.look(strconv.AppendFloat(nil, x, 'g', -1, 64))
		if !ints.ints || !doubles.doubles {
			t.Fatalf("%d: %+v, %g: %+v", n, ints, x, doubles)
		}
	})
}
