"""Trains a tiny model for a minute on puzzles that are made during training, and scores its output.

    python3 examples/train.py [SECONDS]

It needs PyTorch. Each section can be run as a cell of a notebook.
"""

# %% The data: an endless stream of morphs of 1,000 puzzles with 50 to 64 clues. The test set has different
# solutions, because runs with different seeds have unrelated solutions.

import itertools
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.utils import data

import gridmill

torch.manual_seed(1)
torch.set_num_threads(1)  # one thread is fastest for a model of this size
base = gridmill.generate(1, 0, 1000, clues=(50, 64))
test = gridmill.generate(2, 0, 500, clues=(50, 64))
stream = gridmill.Stream(base.puzzles, base.solutions, seed=1, batch_size=32)


loader = data.DataLoader(stream, batch_size=None, sampler=itertools.count())

# %% The model: each cell has a state, and looks at the sums of the states in its row, column and box,
# several times with the same weights.

row, column = np.divmod(np.arange(81), 9)
houses = [row, column, row // 3 * 3 + column // 3]
same = torch.stack([torch.tensor(h[:, None] == h[None, :], dtype=torch.float32) for h in houses])


class Model(nn.Module):
    def __init__(self, width=32, rounds=4):
        super().__init__()
        self.rounds = rounds
        self.enter = nn.Embedding(10, width)
        self.look = nn.Sequential(nn.Linear(4 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.norm = nn.LayerNorm(width)
        self.leave = nn.Linear(width, 9)

    def forward(self, puzzles):
        state = self.enter(puzzles)
        for _ in range(self.rounds):
            seen = torch.cat([state] + [s @ state for s in same], dim=-1)
            state = self.norm(state + self.look(seen))
        return self.leave(state)


model = Model()


def answers(puzzles):
    """Return the output of the model: its digits in the blanks of the puzzles."""
    with torch.no_grad():
        digits = model(torch.from_numpy(puzzles).long()).argmax(-1).add(1).numpy()
    return np.where(puzzles > 0, puzzles, digits)


def report(what):
    scores = gridmill.score(test.puzzles, answers(test.puzzles), answers=test.solutions)
    cells = scores["cells_right"].sum() / (test.puzzles == 0).sum()
    print(f"{what:24} solved {scores['solved'].mean():6.1%}   blanks right {cells:6.1%}   conflicts {scores['conflicts'].mean():5.1f}")


# %% Training.

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
report("before training")
start, shown = time.monotonic(), 0
for step, (puzzles, solutions) in enumerate(loader, 1):
    puzzles, solutions = puzzles.long(), solutions.long()
    blank = puzzles == 0
    loss = nn.functional.cross_entropy(model(puzzles)[blank], solutions[blank] - 1)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    spent = time.monotonic() - start
    if spent > shown + seconds / 4 or spent > seconds:
        report(f"{step * stream.batch_size:9,} puzzles seen")
        shown = spent
    if spent > seconds:
        break
