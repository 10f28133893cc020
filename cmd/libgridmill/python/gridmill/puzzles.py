"""Solving, rating, transforming and making puzzles."""

from __future__ import annotations

import ctypes
import enum
import itertools
import json
import time
from typing import Any, Iterator, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _library
from ._library import integer
from .grids import Cells, GridsLike, grids

#: A number, or the ends of a range. None leaves an end open.
RangeLike = Union[int, tuple[Optional[int], Optional[int]]]

#: The name of a difficulty, or the first and the last name of a range.
DifficultyLike = Union[str, tuple[Optional[str], Optional[str]]]

DIFFICULTIES = ("", "easy", "medium", "hard", "unfair", "extreme")
SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror", "diagonal", "all")

_ROWS = 1 << 16  # the maximum number of rows per call; larger calls would delay Ctrl-C
ROWS_AT_MOST = 1 << 40
_INT32, _INT64, _UINT64 = 2**31 - 1, 2**63 - 1, 2**64 - 1


class Verdict(enum.IntEnum):
    """The result of a search. NONE, UNIQUE and MULTIPLE are proven."""

    INVALID = 0
    NONE = 1
    UNIQUE = 2
    MULTIPLE = 3
    SOLVED = 4  # one solution was requested and found
    UNFINISHED = 5  # max_guesses was reached


class Result(NamedTuple):
    """The result of solving N puzzles."""

    solutions: Cells
    verdicts: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]

    @property
    def unique(self) -> npt.NDArray[np.bool_]:
        """Whether each puzzle has exactly one solution."""
        return np.equal(self.verdicts, int(Verdict.UNIQUE))


Result.solutions.__doc__ = "The first solution of each puzzle, N x 81; zeros if none was found."
Result.verdicts.__doc__ = "The verdict on each puzzle: a value of gridmill.Verdict, such as Verdict.UNIQUE."
Result.counts.__doc__ = "The number of solutions found for each puzzle, up to max_solutions."
Result.guesses.__doc__ = "The number of guesses that each search took."

# The types of the arrays of a Result, and the shapes of their rows.
_RESULT = ((np.uint8, (81,)), (np.uint8, ()), (np.int32, ()), (np.int32, ()))


def _at(array: npt.NDArray[Any], row: int) -> int:
    """Return a pointer to a row."""
    return array.ctypes.data + row * array.strides[0]


def _parts(rows: int) -> Iterator[tuple[int, int]]:
    """Divide rows among calls. Yield the first row and the number of rows of each call."""
    for first in range(0, rows, _ROWS):
        yield first, min(_ROWS, rows - first)


def solve(puzzles: GridsLike, *, max_solutions: int = 2, max_guesses: int = 0, out: Optional[Result] = None) -> Result:
    """Solve puzzles, and prove whether each has exactly one solution.

    Ctrl-C takes effect only between searches for up to 65,536 puzzles, which are slow if max_solutions is large.

    :param puzzles: see :func:`gridmill.grids`
    :param max_solutions: the number of solutions after which a search ends; with 1, uniqueness is not proven
    :param max_guesses: the number of guesses after which a search ends; 0 means no limit
    :param out: a result for the same number of puzzles. Its arrays are reused, and must not share memory with
        each other or with the puzzles
    """
    cells = grids(puzzles, "puzzles")
    most, budget = integer("max_solutions", max_solutions, 1, _INT32), integer("max_guesses", max_guesses, 0, _INT32)
    n = len(cells)
    if not isinstance(out, (Result, type(None))):
        raise TypeError(f"out must be a gridmill.Result, as solve returns, not {type(out).__name__}")
    r = out or Result(*(np.empty((n, *shape), kind) for kind, shape in _RESULT))
    arrays: list[npt.NDArray[Any]] = [*r]
    for array, (kind, shape) in zip(arrays, _RESULT):
        if array.dtype != kind or array.shape != (n, *shape) or not array.flags.carray:
            raise ValueError(f"an array of out has the type {array.dtype} and the shape {array.shape}; out must be a result for {n} puzzles")
    if out is not None and any(np.may_share_memory(a, b) for a, b in itertools.combinations([cells, *arrays], 2)):
        raise ValueError("the arrays of out must not share memory with each other or with the puzzles")
    for i, rows in _parts(n):
        _library.call("solve", _at(cells, i), rows, most, budget, *(_at(a, i) for a in arrays), row=i)
    return r


def count(puzzles: GridsLike, limit: int = 1_000_000) -> npt.NDArray[np.int32]:
    """Count the solutions of each puzzle, up to a limit.

    With a large limit, a search is slow for puzzles with many solutions, and Ctrl-C takes effect only after
    the search for up to 65,536 puzzles ends.
    """
    cells, most = grids(puzzles, "puzzles"), integer("limit", limit, 1, _INT32)
    counts = np.empty(len(cells), np.int32)
    for i, rows in _parts(len(cells)):
        _library.call("solve", _at(cells, i), rows, most, 0, None, None, _at(counts, i), None, row=i)
    return counts


def minlex(puzzles: GridsLike) -> Cells:
    """Return the canonical form of each puzzle: the smallest equivalent puzzle.

    The form is all zeros if a clue repeats in a row, column or box.
    """
    cells = grids(puzzles, "puzzles")
    forms = np.empty_like(cells)
    for i, rows in _parts(len(cells)):
        _library.call("minlex", _at(cells, i), rows, _at(forms, i), row=i)
    return forms


def classes(solutions: GridsLike) -> npt.NDArray[np.uint64]:
    """Return a number for the class of each solution. Equivalent solutions have the same class.

    gridmill's files contain this number as 16 hexadecimal digits: ``f"{number:016x}"``.
    """
    cells = grids(solutions, "solutions")
    found = np.empty(len(cells), np.uint64)
    for i, rows in _parts(len(cells)):
        _library.call("class", _at(cells, i), rows, _at(found, i), None, row=i)
    return found


_RATING = np.dtype([("difficulty", np.int32), ("hardest", np.int32), ("waves", np.int32, 20), ("removed", np.int32, 20)])


def rate(puzzles: GridsLike) -> npt.NDArray[np.void]:
    """Return how hard each puzzle is for people.

    The result is a structured array. ``difficulty`` is an index of :data:`gridmill.DIFFICULTIES`, and
    ``hardest`` is an index of :func:`gridmill.techniques`. For each technique, starting with ``singles``,
    ``waves`` counts the waves that used it, and ``removed`` counts the candidates that it removed (for
    singles, the cells filled). All fields are 0 unless the puzzle has exactly one solution.
    """
    cells = grids(puzzles, "puzzles")
    ratings = np.empty(len(cells), _RATING)
    for i, rows in _parts(len(cells)):
        _library.call("rate", _at(cells, i), rows, _at(ratings, i), row=i)
    return ratings


def techniques() -> list[str]:
    """Return the names of the techniques, in order of difficulty. The first name means that no technique is needed."""
    return _library.names(4)


def steps(puzzle: GridsLike, *, search: bool = False) -> list[dict[str, Any]]:
    """Return the steps by which a person would solve a puzzle, as ``--with steps`` writes them.

    The puzzle must have exactly one solution. If techniques do not lead to the solution, the list is empty or, if
    search is true, includes guesses.
    """
    found: list[dict[str, Any]] = json.loads(_steps(puzzle, 0, search) or "[]")
    return found


def sentences(puzzle: GridsLike, *, search: bool = False) -> list[str]:
    """Return the steps as English sentences."""
    return _steps(puzzle, 1, search).splitlines()


def _steps(puzzle: GridsLike, style: int, search: bool) -> str:
    cells = grids(puzzle, "puzzles")
    if len(cells) != 1:
        raise ValueError(f"there are {len(cells)} puzzles; steps takes one")
    size = ctypes.c_int64(1 << 16)
    while True:
        text = ctypes.create_string_buffer(size.value)
        try:
            _library.call("steps", cells.ctypes.data, style, search, text, len(text), size)
            return text.value.decode()
        except _library.TooSmallError:
            size.value += 1


class Puzzles(NamedTuple):
    """Generated puzzles."""

    puzzles: Cells
    solutions: Cells
    minimal: npt.NDArray[np.bool_]


Puzzles.puzzles.__doc__ = "The puzzles, N x 81."
Puzzles.solutions.__doc__ = "The solution of each puzzle, N x 81."
Puzzles.minimal.__doc__ = "Whether each puzzle needs all of its clues for a unique solution."


def generate(
    seed: int,
    first: int,
    count: int,
    *,
    clues: Optional[RangeLike] = None,
    guesses: Optional[RangeLike] = None,
    difficulty: Optional[DifficultyLike] = None,
    symmetry: str = "none",
    minimal: bool = False,
    per_grid: int = 1,
    attempts: int = 0,
    grids_of: Optional[int] = None,
) -> Puzzles:
    """Make puzzles: rows first to first+count-1 (from 0) of the output of ``gridmill generate``.

    A puzzle depends only on the seed, the options and its row number. ``gridmill help generate`` explains
    the options. A range is a number or a pair such as (24, 30). As in the program, extreme puzzles and
    puzzles that take at least 8 guesses come from a search, unless other options prevent a search. The
    search is slow, and Ctrl-C takes effect only after the next rows are made.

    :raises NoPuzzleError: if no puzzle was found for a row within the given attempts
    """
    o = _library.Options(seed=integer("seed", seed, 0, _UINT64), minimal=minimal)
    o.per_grid, o.attempts = integer("per_grid", per_grid, 1, _INT64), integer("attempts", attempts, 0, _INT64)
    first, count = integer("first", first, 0, ROWS_AT_MOST), integer("count", count, 0, ROWS_AT_MOST)
    o.symmetry = _index(SYMMETRIES, symmetry, "symmetry")
    if grids_of is not None:
        o.grids_of = ctypes.pointer(ctypes.c_uint64(integer("grids_of", grids_of, 0, _UINT64)))
    if clues is not None:
        o.clues = _range(clues, 0, 81)
    if guesses is not None:
        o.guesses = _range(guesses, 0, _INT32)
    if difficulty is not None:
        ends = (difficulty, difficulty) if isinstance(difficulty, str) else difficulty
        numbers = [None if d is None else _index(DIFFICULTIES, d, "difficulty") for d in ends]
        o.difficulty = _range((numbers[0], numbers[1]), 1, 5)
    made = Puzzles(np.empty((count, 81), np.uint8), np.empty((count, 81), np.uint8), np.empty(count, np.bool_))
    done, rows = 0, 16
    while True:  # makes a call even if count is 0, so that the options are checked
        rows = min(rows, count - done)
        start = time.monotonic()
        _library.call("generate", o, first + done, rows, *(_at(a, done) for a in made), row=first + done)
        done += rows
        if done == count:
            return made
        if time.monotonic() < start + 0.1 and rows < _ROWS:  # larger calls would delay Ctrl-C
            rows *= 4


def _index(known: tuple[str, ...], name: str, what: str) -> int:
    if name not in known:
        raise ValueError(f"unknown {what} {name!r}; choose one of: {', '.join(filter(None, known))}")
    return known.index(name)


def _range(value: RangeLike, least: int, most: int) -> Any:
    first, last = value if isinstance(value, (tuple, list)) else (value, value)
    ends = (least if first is None else first, most if last is None else last)
    return ctypes.pointer(_library.Range(*(integer("an end of a range", end, least, most) for end in ends)))


class Morphs(NamedTuple):
    """Transformed copies of puzzles and of their solutions."""

    puzzles: Cells
    solutions: Optional[Cells]
    rows: npt.NDArray[np.int64]


Morphs.puzzles.__doc__ = "The transformed puzzles, N x 81."
Morphs.solutions.__doc__ = "Their solutions, N x 81; None if no solutions were given."
Morphs.rows.__doc__ = "The row of the puzzle from which each morph was made."


def morph(puzzles: GridsLike, solutions: Optional[GridsLike] = None, *, seed: int = 1, first: int = 0, count: Optional[int] = None) -> Morphs:
    """Transform puzzles, and their solutions in the same way, by random symmetries of Sudoku.

    The morphs are elements first to first+count-1 of an endless sequence, which depends only on the seed and
    the number of puzzles. Each group of N elements has one morph of every puzzle in a random order. No
    symmetry is applied twice to the same puzzle. Without a count, there is one morph of each puzzle. A
    solution that does not belong to its puzzle raises a ValueError.
    """
    made = unchecked_morph(puzzles, solutions, seed=seed, first=first, count=count)
    if made.solutions is not None:
        wrong = ((made.puzzles != made.solutions) & (made.puzzles != 0)).any(axis=1)
        wrong |= (solve(made.solutions).solutions != made.solutions).any(axis=1)  # a full grid is its own solution
        if wrong.any():
            raise ValueError(f"solutions: row {made.rows[wrong].min()} is not a solution of its puzzle")
    return made


def unchecked_morph(puzzles: GridsLike, solutions: Optional[GridsLike] = None, *, seed: int = 1, first: int = 0, count: Optional[int] = None) -> Morphs:
    """Like morph, but without checking that solutions belong to their puzzles."""
    cells = grids(puzzles, "puzzles")
    solved = None if solutions is None else grids(solutions, "solutions")
    if solved is not None and len(solved) != len(cells):
        raise ValueError(f"there are {len(cells)} puzzles, but {len(solved)} solutions")
    n = len(cells) if count is None else integer("count", count, 0, ROWS_AT_MOST)
    seed, first = integer("seed", seed, 0, _UINT64), integer("first", first, 0, ROWS_AT_MOST)
    made = Morphs(np.empty((n, 81), np.uint8), None if solved is None else np.empty((n, 81), np.uint8), np.empty(n, np.int64))
    address = None if solved is None else solved.ctypes.data
    for i, rows in _parts(n):
        to = None if made.solutions is None else _at(made.solutions, i)
        _library.call("morph", cells.ctypes.data, address, len(cells), seed, first + i, rows, _at(made.puzzles, i), to, _at(made.rows, i))
    return made
