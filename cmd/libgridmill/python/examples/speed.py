"""Measures the speed of the package on one processor, in processor time.

To run this script:

    gridmill generate --count 1M -o m.npy --select puzzle
    taskset -c 1 python3 examples/speed.py m.npy gridmill
"""

import json
import subprocess
import sys
import time

import numpy as np

import gridmill


def measure(what, rows, function):
    """Print and return the speed of the fastest of five runs."""
    best = min(spent(function) for _ in range(5))
    print(f"{what:36} {rows / best:12,.0f} a second {1e6 * best / rows:10.3f} µs each")
    return rows / best


def spent(function):
    start = time.process_time()
    function()
    return time.process_time() - start


puzzles = np.load(sys.argv[1])
bench = [sys.argv[2], "bench", sys.argv[1], "--solver", "lanes", "--puzzles", str(len(puzzles)), "--format", "json", "--progress", "none"]
for round in range(2):
    result = json.loads(subprocess.run(bench, check=True, capture_output=True).stdout)["results"][0]
    solver = sorted(result["processor_rounds"])[-1]
    print(f"{'the solver in Go':36} {solver:12,.0f} a second")
    again = gridmill.solve(puzzles)
    speed = measure("solve", len(puzzles), lambda: gridmill.solve(puzzles))
    print(f"    {speed / solver:.3f} of the solver in Go")
    speed = measure("solve(out=...)", len(puzzles), lambda: gridmill.solve(puzzles, out=again))
    print(f"    {speed / solver:.3f} of the solver in Go")

text = gridmill.texts(puzzles[:1])[0]
measure("solve one text", 3000, lambda: [gridmill.solve(text) for _ in range(3000)])
measure("solve one array", 3000, lambda: [gridmill.solve(puzzles[:1]) for _ in range(3000)])
for base in 1000, len(puzzles):
    stream = gridmill.Stream(puzzles[:base])
    measure(f"Stream of morphs of {base:,}", 1000 * 1024, lambda: [next(stream) for _ in range(1000)])
some, solutions = puzzles[:100_000], gridmill.solve(puzzles[:100_000]).solutions
outputs = gridmill.texts(solutions)
measure("score arrays", len(some), lambda: gridmill.score(some, solutions))
measure("score texts of 81 characters", len(some), lambda: gridmill.score(some, outputs))
long = [f"{'I look at row one and see that five is missing. ' * 8}\n<answer>\n{o}\n</answer>" for o in outputs]
measure("score texts of 490 characters", len(some), lambda: gridmill.score(some, long))
partial = solutions * (np.random.default_rng(1).random(solutions.shape) < 0.6).astype(np.uint8)
measure("score partial grids", len(some), lambda: gridmill.score(some, partial))
measure("generate", 20_000, lambda: gridmill.generate(1, 0, 20_000))
measure("minlex", 20_000, lambda: gridmill.minlex(some[:20_000]))
measure("rate", 5000, lambda: gridmill.rate(some[:5000]))
