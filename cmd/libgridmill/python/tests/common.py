"""Helpers for tests."""

import json
import os
import pathlib
import subprocess
import tempfile

import gridmill

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CORPORA = pathlib.Path(__file__).parents[4] / "benchmarks" / "corpora"


def corpus(name):
    """Return the puzzles of a file of benchmarks/corpora."""
    lines = (CORPORA / name).read_text().splitlines()
    return [line[:81] for line in lines if len(line) >= 81 and not line.startswith("#")]


def program(command, rows, *options):
    """Run the program on rows of JSON, and return what it writes as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        inputs = []
        if rows is not None:
            inputs = [os.path.join(folder, "in.jsonl")]
            with open(inputs[0], "w") as f:
                f.writelines(json.dumps(row) + "\n" for row in rows)
        to = os.path.join(folder, "out.jsonl")
        subprocess.run([os.environ["GRIDMILL_PROGRAM"], command, *inputs, "-o", to, "--progress", "none", *options], check=True, capture_output=True)
        with open(to) as f:
            return [json.loads(line) for line in f]


def made(count=50, seed=5):
    return gridmill.generate(seed, 0, count)
