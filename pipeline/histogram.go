package pipeline

import (
	"iter"
	"math"
)

// A Histogram counts how often each number occurs. Numbers below 10,000 are counted exactly. Larger
// numbers are rounded down to three digits, so that memory use and manifests stay small.
type Histogram struct {
	counts []int64 // number of occurrences per bucket, up to the bucket of max
	n      int64
	sum    int64
	max    int32
}

const (
	exact = 10_000 // each number below exact has its own bucket
	steps = 900    // buckets for larger numbers with equally many digits: one per value of the first three digits (100 to 999)
)

func bucket(n int32) int {
	if n < exact {
		return int(n)
	}
	first := exact - 100 // bucket number minus the first three digits of n
	for n /= 100; n >= 1000; n /= 10 {
		first += steps
	}
	return first + int(n)
}

// least returns the smallest number that belongs to the given bucket.
func least(bucket int) int32 {
	if bucket < exact {
		return int32(bucket)
	}
	n := int32(100+(bucket-exact)%steps) * 100
	for range (bucket - exact) / steps {
		n *= 10
	}
	return n
}

// Add counts a number, which must not be negative.
func (h *Histogram) Add(n int32) {
	h.max = max(h.max, n)
	h.extend(bucket(n) + 1)
	h.counts[bucket(n)]++
	h.n++
	h.sum += int64(n)
}

// extend adds empty buckets until there are at least n.
func (h *Histogram) extend(n int) {
	if more := n - len(h.counts); more > 0 {
		h.counts = append(h.counts, make([]int64, more)...)
	}
}

func (h *Histogram) merge(o *Histogram) {
	h.extend(len(o.counts))
	addCounts(h.counts, o.counts)
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
// numbers are at most n. The result is 0 if h is empty. It may be rounded down (see Exact).
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

// Exact reports whether a result of Percentile is exact. Other results are rounded down to three
// digits.
func (h *Histogram) Exact(percentile int32) bool { return percentile < exact || percentile == h.max }

// Share returns the fraction of the numbers that equal n. n must be less than 10,000, because
// larger numbers share a count with other numbers.
func (h *Histogram) Share(n int32) float64 {
	if int(n) >= len(h.counts) {
		return 0
	}
	return float64(h.counts[bucket(n)]) / float64(h.n)
}

// All returns an iterator over the numbers that occur, with their counts, in increasing order. If a
// count covers several large numbers, the iterator yields the smallest of them.
func (h *Histogram) All() iter.Seq2[int32, int64] {
	return func(yield func(int32, int64) bool) {
		for i, n := range h.counts {
			if n > 0 && !yield(least(i), n) {
				return
			}
		}
	}
}
