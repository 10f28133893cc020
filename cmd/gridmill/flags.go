package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/solver"
)

// complete lets shells complete the values of flags. In a comma-separated list, it completes the
// last item. Each completion includes the earlier items, because shells replace the whole list.
func complete(c *cobra.Command, words map[string][]string) {
	for flag, words := range words {
		must(c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, value string) ([]string, cobra.ShellCompDirective) {
			there := value[:strings.LastIndexByte(value, ',')+1]
			var completed []string
			for _, word := range words {
				if !slices.Contains(strings.Split(there, ","), word) {
					completed = append(completed, there+word)
				}
			}
			return completed, cobra.ShellCompDirectiveNoFileComp
		}))
	}
}

// must panics if err is not nil, because only a bug can cause such an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// inFlag adds the name of a flag to an error about its value. It returns nil if err is nil.
func inFlag(flag string, err error) error {
	if err != nil {
		err = fmt.Errorf("--%s: %w", flag, err)
	}
	return err
}

func atLeast(flag string, value, minimum int64) error {
	if value < minimum {
		return fmt.Errorf("%s must be at least %d, not %d", flag, minimum, value)
	}
	return nil
}

// between returns an error if the value of a flag is less than 1 or greater than maximum.
func between(flag string, value, maximum int) error {
	if value < 1 || value > maximum {
		return fmt.Errorf("%s must be between 1 and %s, not %s", flag, humanize.Comma(int64(maximum)), humanize.Comma(int64(value)))
	}
	return nil
}

func solverNames() (names []string) {
	for _, v := range solver.Variants() {
		names = append(names, v.Name)
	}
	return names
}

// kernelNames lists the kernels that can run on this machine.
func kernelNames() (names []string) {
	for _, v := range solver.Variants() {
		names = append(names, v.Kernels()...)
	}
	return names
}

// grantedProcessors returns the number of processors that the process may use. The Go runtime
// considers CPU affinity and control groups. It does not consider SLURM_CPUS_PER_TASK, in which
// Slurm can specify a smaller number.
func grantedProcessors() int {
	n := runtime.GOMAXPROCS(0)
	if granted, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && granted > 0 {
		n = min(n, granted)
	}
	return n
}

// A parsedValue is a pflag.Value that uses a function to parse its text.
type parsedValue[T any] struct {
	to    *T
	parse func(text string) (T, error)
}

// String implements pflag.Value.
func (v parsedValue[T]) String() string { return fmt.Sprint(*v.to) }

// Type implements pflag.Value.
func (parsedValue[T]) Type() string { return fmt.Sprintf("%T", *new(T)) }

// Set implements pflag.Value.
func (v parsedValue[T]) Set(text string) error {
	value, err := v.parse(text)
	if err == nil {
		*v.to = value
	}
	return err
}

func numberVar[T int | int32 | int64 | uint64](f *pflag.FlagSet, to *T, name string, value T, usage string) {
	*to = value
	f.VarPF(parsedValue[T]{to, parseNumber[T]}, name, "", usage).DefValue = humanize.Comma(int64(value))
}

// parseNumber parses a whole number such as 10000, 10,000 or 10k.
func parseNumber[T int | int32 | int64 | uint64](text string) (T, error) {
	if large, err := strconv.ParseUint(text, 10, 64); err == nil && uint64(T(large)) == large && T(large) >= 0 {
		return T(large), nil
	}
	value, err := option.ParseNumber(text)
	switch {
	case err != nil:
		return 0, err
	case int64(T(value)) != value:
		return 0, strconv.ErrRange
	case value < 0 && T(value) > 0: // in this case, the type is unsigned
		return 0, errors.New("the number is negative")
	}
	return T(value), nil
}

// decimalVar registers a flag for a decimal number such as 0.5. The number may end with unit, but
// not with a suffix such as k or M.
func decimalVar(f *pflag.FlagSet, to *float64, name string, value float64, unit, usage string) {
	*to = value
	f.Var(parsedValue[float64]{to, func(text string) (float64, error) {
		number := strings.TrimSuffix(text, unit)
		if strings.Trim(number, "-+.,0123456789eE") != "" {
			return 0, strconv.ErrSyntax
		}
		return option.ParseDecimal(number)
	}}, name, usage)
}

// joinedValues lists the string flags that hold comma-separated lists.
var joinedValues = []string{"keep", "predictions", "reward", "select", "stats", "types", "with"}

// itemsOf splits the values of a repeatable flag at commas, and returns all items in one list.
func itemsOf(values ...string) []string { return option.SplitList(joined(values)) }

// checkValues returns an error if args gives a flag an empty value or two different values. An
// empty value is probably an unset script variable. If a flag had two values, only the second would
// count. Boolean flags, and flags that collect their values in a slice, may have several values.
func checkValues(root *cobra.Command, args []string) error {
	c, words, err := root.Find(args)
	must(err)
	given := map[string]string{}
	return c.Flags().ParseAll(words, func(f *pflag.Flag, value string) error {
		if value == "" {
			return usageError{fmt.Errorf("--%s has an empty value, perhaps because a shell variable is not set", f.Name)}
		}
		_, isList := f.Value.(pflag.SliceValue)
		if before, again := given[f.Name]; again && before != value && !isList && f.Value.Type() != "bool" {
			advice := map[bool]string{true: "; separate the values with commas"}[slices.Contains(joinedValues, f.Name)]
			return usageError{fmt.Errorf("--%s can be given only once%s", f.Name, advice)}
		}
		given[f.Name] = value
		return nil
	})
}
