package solver

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// BenchmarkLanesPass times one pass of a kernel over a block of lanes.
func BenchmarkLanesPass(b *testing.B) {
	for _, k := range kernels {
		b.Run(k.name, func(b *testing.B) {
			s := newKernel(b, k.name, Config{MaxSolutions: 2}).(*lanes)
			puzzles := readCorpus(b, "hardest_5000.txt")
			s.Start(puzzles, make([]Result, len(puzzles)))
			s.fill()
			for b.Loop() {
				k.pass(&s.work)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*s.width), "ns/lane")
		})
	}
}

// BenchmarkLanesBatch measures the speed of solving batches of various sizes. At the end of a small
// batch, some lanes are idle unless the next batch is started early.
func BenchmarkLanesBatch(b *testing.B) {
	const total = 65536
	for _, corpus := range []string{"easy_40k.csv", "17_clue.txt", "hardest_5000.txt"} {
		for _, size := range []int{64, 256, 1024, 4096, total} {
			for _, way := range []struct {
				name  string
				solve func(s Ahead, puzzles []Grid, results []Result, size int)
			}{{"alone", solveAlone}, {"ahead", solveAhead}} {
				b.Run(fmt.Sprintf("%s/%d/%s", corpus, size, way.name), func(b *testing.B) {
					var puzzles []Grid
					for text := readCorpus(b, corpus); len(puzzles) < total; {
						puzzles = append(puzzles, text[:min(len(text), total-len(puzzles))]...)
					}
					results := make([]Result, total)
					s := newKernel(b, "", Config{MaxSolutions: 2}).(Ahead)
					for b.Loop() {
						way.solve(s, puzzles, results, size)
					}
					b.ReportMetric(total*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
				})
			}
		}
	}
}

// BenchmarkLanesTogether measures one solver, and then one solver per processor, in parallel. The
// solvers should not slow each other down.
func BenchmarkLanesTogether(b *testing.B) {
	const rounds = 8 // enough to make the wait for the last solver insignificant
	for _, n := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var work []func()
			count := 0
			for range n {
				s := newKernel(b, "", Config{MaxSolutions: 2}).(Ahead)
				puzzles := readCorpus(b, "17_clue.txt")
				count = len(puzzles) / 4096 * 4096
				results := make([]Result, count)
				work = append(work, func() {
					for range rounds {
						solveAhead(s, puzzles[:count], results, 4096)
					}
				})
			}
			for b.Loop() {
				var all sync.WaitGroup
				for _, solve := range work {
					all.Go(solve)
				}
				all.Wait()
			}
			b.ReportMetric(float64(rounds*count*b.N)/b.Elapsed().Seconds(), "puzzles/s/solver")
		})
	}
}

func solveAlone(s Ahead, puzzles []Grid, results []Result, size int) {
	for i := 0; i < len(puzzles); i += size {
		s.Solve(puzzles[i:i+size], results[i:i+size])
	}
}

// solveAhead solves puzzles in batches, and lets Finish start the next batches early.
func solveAhead(s Ahead, puzzles []Grid, results []Result, size int) {
	next := 0
	start := func() {
		if next < len(puzzles) {
			s.Start(puzzles[next:next+size], results[next:next+size])
			next += size
		}
	}
	for done := 0; done < len(puzzles); done += size {
		if next == done {
			start()
		}
		s.Finish(start)
	}
}
