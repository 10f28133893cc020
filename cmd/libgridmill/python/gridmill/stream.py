"""Endless training data."""

from __future__ import annotations

import copy
import sys
from typing import Any, Optional

from ._library import integer
from .grids import Cells, GridsLike, grids
from .puzzles import ROWS_AT_MOST, generate, morph, solve, unchecked_morph


class Stream:
    """An endless sequence of batches of puzzles with their solutions, for training.

    If puzzles are given, the batches contain morphs of them. Each pass has one morph of every puzzle, in a random
    order, and no morph occurs in two passes. If solutions are not given, they are computed. If no puzzles are
    given, :func:`gridmill.generate` makes them with the given options.

    A batch depends only on the seed and its index, so a stream can be resumed and divided::

        stream = Stream(puzzles, seed=1, batch_size=512)
        for puzzles, solutions in stream:      # two arrays of 512 x 81
            ...
        stream.index                           # the index of the next batch; save it to resume
        Stream(puzzles, seed=1, batch_size=512, index=saved)
        stream[index]                          # any batch; does not move the stream

    A stream is also a data set for PyTorch loaders. The loader's sampler provides the indices of the batches.
    The batches do not depend on the number of workers::

        for epoch in range(first_epoch, 10):
            steps = range(epoch * 1000, (epoch + 1) * 1000)
            for puzzles, solutions in DataLoader(stream, batch_size=None, sampler=steps, num_workers=4):
                ...

    With ``sampler=itertools.count()``, each pass over a loader starts after the last batch that the loader
    requested in the previous pass.

    An IterableDataset divides the stream among a loader's workers with :meth:`split`. Workers have copies of
    the stream, so each pass over such a loader starts again at the stream's index.
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
        self.seed = seed
        self.batch_size = integer("batch_size", batch_size, 1, ROWS_AT_MOST)
        #: The index of the next batch.
        self.index = integer("index", index, 0, ROWS_AT_MOST)
        #: The number that is added to the index after each batch.
        self.step = 1
        self._first = 0  # the index of the first batch of this share
        self._is_workers = False
        self._options = options
        self._puzzles = None if puzzles is None else grids(puzzles, "puzzles")
        self._solutions = None
        if self._puzzles is None:
            if solutions is not None:
                raise ValueError("solutions were given without puzzles")
            generate(seed, 0, 0, **options)  # checks the options
            return
        if options:
            raise ValueError(f"{', '.join(options)}: these options are only for a stream without puzzles")
        if not len(self._puzzles):
            raise ValueError("there are no puzzles to transform")
        self._solutions = _solved(self._puzzles) if solutions is None else grids(solutions, "solutions")
        morph(self._puzzles, self._solutions, seed=seed)  # checks everything

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> tuple[Cells, Cells]:
        if _worker() is not None and not self._is_workers:
            raise RuntimeError(
                "each worker of a loader has a copy of the stream, so all workers would make the same batches; "
                "use DataLoader(stream, batch_size=None, sampler=range(first, last), num_workers=...), "
                "or iterate over stream.split(info.id, info.num_workers), where info is get_worker_info()"
            )
        batch = self[self.index]
        self.index += self.step
        return batch

    def __len__(self) -> int:
        raise TypeError("a stream has no end; use DataLoader(stream, batch_size=None, sampler=range(first, last)), or sampler=itertools.count()")

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int) -> tuple[Cells, Cells]:
        """Return the batch with the given index, without moving the stream."""
        first = integer("index", index, 0, ROWS_AT_MOST) * self.batch_size
        if self._puzzles is None:
            return generate(self.seed, first, self.batch_size, **self._options)[:2]
        made = unchecked_morph(self._puzzles, self._solutions, seed=self.seed, first=first, count=self.batch_size)
        assert made.solutions is not None
        return made.puzzles, made.solutions

    def split(self, worker: int, workers: int) -> Stream:
        """Return one worker's share of the stream. Every batch belongs to exactly one worker.

        To resume a share, make a stream that starts at the share's index, and split it among the same number of
        workers.
        """
        worker = integer("worker", worker, 0, integer("workers", workers, 1, ROWS_AT_MOST) - 1)
        share = copy.copy(self)
        share._first += worker * self.step
        share.step *= workers
        share.index += (share._first - share.index) % share.step
        info = _worker()
        if info is not None and workers % info.num_workers == 0:  # otherwise, loader workers would repeat batches
            share._is_workers = self._is_workers or worker % info.num_workers == info.id
        return share


def _worker() -> Any:
    """Return information about this process if it is a worker of a PyTorch loader."""
    loaders: Any = sys.modules.get("torch.utils.data")
    return None if loaders is None else loaders.get_worker_info()


def _solved(puzzles: Cells) -> Cells:
    """Return the solutions of puzzles. Each puzzle must have exactly one solution."""
    r = solve(puzzles)
    if not r.unique.all():
        row = int(r.unique.argmin())
        raise ValueError(f"puzzle {row} does not have exactly one solution; pass solutions as well")
    return r.solutions
