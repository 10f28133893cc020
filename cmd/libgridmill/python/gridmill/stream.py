"""Endless training data."""

from __future__ import annotations

import copy
from typing import Any, Optional

from .grids import Cells, GridsLike, grids
from .puzzles import generate, morph, solve


class Stream:
    """An endless sequence of batches of puzzles with their solutions, for training.

    With puzzles, batches have morphs of them: each pass has one morph of every puzzle, in a random order,
    and no pass repeats the morph of another. Solutions that are not given are found. Without puzzles,
    they are made by :func:`gridmill.generate`, whose options can be given.

    A batch depends only on the seed and its index, so a stream can be resumed and divided::

        stream = Stream(puzzles, seed=1, batch_size=512)
        for puzzles, solutions in stream:      # two arrays of 512 x 81
            ...
        stream.index                           # of the next batch; save it to resume
        Stream(puzzles, seed=1, batch_size=512, index=saved)

    A data set of PyTorch, divided among the workers of its loader, is::

        class Morphs(torch.utils.data.IterableDataset):
            def __iter__(self):
                info = torch.utils.data.get_worker_info()
                return stream.split(info.id, info.num_workers) if info else stream

        torch.utils.data.DataLoader(Morphs(), batch_size=None, num_workers=4)
    """

    def __init__(
        self,
        puzzles: Optional[GridsLike] = None,
        solutions: Optional[GridsLike] = None,
        *,
        seed: int = 1,
        batch_size: int = 1024,
        index: int = 0,
        **options: Any,
    ) -> None:
        if batch_size < 1 or index < 0:
            raise ValueError("batch_size must be at least 1, and index at least 0")
        self._puzzles = None if puzzles is None else grids(puzzles, "puzzles")
        self._solutions = None
        if self._puzzles is not None:
            if options:
                raise ValueError(f"{', '.join(options)}: these options are for puzzles that are made")
            self._solutions = _solved(self._puzzles) if solutions is None else grids(solutions, "solutions")
            morph(self._puzzles, self._solutions)  # checks all cells
        elif solutions is not None:
            raise ValueError("solutions need their puzzles")
        self.seed = seed
        self.batch_size = batch_size
        #: The index of the next batch.
        self.index = index
        #: What is added to the index after each batch.
        self.step = 1
        self._options = options

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> tuple[Cells, Cells]:
        batch = self.batch(self.index)
        self.index += self.step
        return batch

    def batch(self, index: int) -> tuple[Cells, Cells]:
        """Return the batch with an index."""
        first = index * self.batch_size
        if self._puzzles is None:
            return generate(self.seed, first, self.batch_size, **self._options)[:2]
        made = morph(self._puzzles, self._solutions, seed=self.seed, first=first, count=self.batch_size)
        return made.puzzles, made.solutions

    def split(self, worker: int, workers: int) -> Stream:
        """Return the share of one of several workers: every batch belongs to exactly one of them."""
        if not 0 <= worker < workers:
            raise ValueError(f"there is no worker {worker} of {workers}; they are 0 to {workers - 1}")
        share = copy.copy(self)
        share.index += worker * self.step
        share.step *= workers
        return share


def _solved(puzzles: Cells) -> Cells:
    """Return the solutions of puzzles, each of which must have exactly one."""
    r = solve(puzzles)
    if not r.unique.all():
        row = int(r.unique.argmin())
        raise ValueError(f"puzzle {row} does not have exactly one solution; give the solutions, too")
    return r.solutions
