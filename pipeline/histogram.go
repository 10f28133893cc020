package pipeline

import (
	"iter"
	"math"
	"math/bits"
)

// A Histogram counts how often each number occurs, in constant memory. Numbers below 1,024 are
// counted exactly. Larger numbers are rounded, with an error of at most two percent.
type Histogram struct {
	counts [exact + 21*steps]int64
	n      int64
	sum    int64
	max    int32
}

const (
	exact = 1024 // each number below exact has its own count
	steps = 64   // number of buckets in each of the ranges 1024 to 2047, 2048 to 4095, and so on
)

func bucket(n int32) int {
	if n < exact {
		return int(n)
	}
	power := bits.Len32(uint32(n)) - 11 // 0 for n from 1024 to 2047
	return exact + power*steps + int(n>>(power+4)) - steps
}

// least returns the smallest number that belongs to the given bucket.
func least(bucket int) int32 {
	if bucket < exact {
		return int32(bucket)
	}
	power, step := (bucket-exact)/steps, (bucket-exact)%steps
	return int32(steps+step) << (power + 4)
}

// Add counts a number, which must not be negative.
func (h *Histogram) Add(n int32) {
	h.counts[bucket(n)]++
	h.n++
	h.sum += int64(n)
	h.max = max(h.max, n)
}

// used returns the counts up to the last nonzero count.
func (h *Histogram) used() []int64 {
	if h.n == 0 {
		return nil
	}
	return h.counts[:bucket(h.max)+1]
}

func (h *Histogram) merge(o *Histogram) {
	addCounts(h.counts[:], o.used())
	h.n += o.n
	h.sum += o.sum
	h.max = max(h.max, o.max)
}

// Count returns how many numbers were added.
func (h *Histogram) Count() int64 { return h.n }

// Max returns the largest number that was added.
func (h *Histogram) Max() int32 { return h.max }

// Mean returns the average of the numbers, or 0 if there are none.
func (h *Histogram) Mean() float64 {
	if h.n == 0 {
		return 0
	}
	return float64(h.sum) / float64(h.n)
}

// Percentile returns the p-th percentile: the smallest n such that at least p percent of the
// numbers are at most n. A result of 1,024 or more is rounded down by at most two percent. If no
// numbers were added, the result is 0.
func (h *Histogram) Percentile(p float64) int32 {
	wanted := max(1, int64(math.Ceil(p/100*float64(h.n))))
	seen := int64(0)
	for i, n := range h.counts {
		if seen += n; seen >= wanted && n > 0 {
			return least(i)
		}
	}
	return 0
}

// Share returns the fraction of the numbers that equal n. n must be less than 1,024.
func (h *Histogram) Share(n int32) float64 {
	if h.n == 0 {
		return 0
	}
	return float64(h.counts[bucket(n)]) / float64(h.n)
}

// All returns an iterator over the numbers that occur, with their counts, in increasing order. If a
// count covers several large numbers, the iterator yields the smallest of them.
func (h *Histogram) All() iter.Seq2[int32, int64] {
	return func(yield func(int32, int64) bool) {
		for i, n := range h.used() {
			if n > 0 && !yield(least(i), n) {
				return
			}
		}
	}
}
