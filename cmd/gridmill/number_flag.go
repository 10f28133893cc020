package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/pipeline"
)

// number is the value of a flag that takes a number as people write it: 10000, 10,000 or 10k.
type number[T int | int32 | int64 | uint64] struct{ to *T }

// numberVar makes a flag for a number.
func numberVar[T int | int32 | int64 | uint64](f *pflag.FlagSet, to *T, name string, value T, usage string) {
	*to = value
	f.Var(number[T]{to}, name, usage)
}

// String implements pflag.Value.
func (n number[T]) String() string {
	if n.to == nil {
		return ""
	}
	return fmt.Sprint(*n.to)
}

// Type implements pflag.Value.
func (n number[T]) Type() string { return fmt.Sprintf("%T", *new(T)) }

// Set implements pflag.Value.
func (n number[T]) Set(text string) error {
	if large, err := strconv.ParseUint(text, 10, 64); err == nil && uint64(T(large)) == large && T(large) >= 0 {
		*n.to = T(large)
		return nil
	}
	value, err := pipeline.ParseNumber(text)
	switch {
	case err != nil:
		return err
	case int64(T(value)) != value:
		return strconv.ErrRange
	case value < 0 && T(value) > 0: // the type is unsigned
		return errors.New("the number is negative")
	}
	*n.to = T(value)
	return nil
}
