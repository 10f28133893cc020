"""Rewards for reinforcement learning.

These functions have the signature of reward functions for TRL's ``GRPOTrainer``, and of group reward
functions for verifiers::

    GRPOTrainer(reward_funcs=[gridmill.rewards.solved, gridmill.rewards.cells_right], ...)
    verifiers.Rubric(funcs=[gridmill.rewards.solved])

The puzzle of a completion is in the ``puzzle`` column of the data set. For verifiers, it can also be a field
of ``info``, which may be JSON. Without this column or field, the puzzle is the last grid in the prompt.
Rewards with ``exact`` compare completions with the ``solution`` column. A data set can also contain other tasks:
if the puzzle (or, with ``exact``, the solution) is None, the reward is None. ``gridmill dataset --layout chat``
writes these columns.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Sequence

import numpy as np

from .grids import grids
from .scores import Output, extract, score

Reward = Callable[..., list[Optional[float]]]


def reward(weights: str, *, moves: bool = False, puzzle: str = "puzzle", solution: str = "solution", name: str = "reward") -> Reward:
    """Return a reward function that adds up weighted values.

    An example is ``reward("solved=1,cells_right=0.2,conflicts=-0.1")``. Each value is from 0 to 1.
    ``gridmill help scores`` lists the values.

    :param moves: whether completions are lists of moves
    :param puzzle: the name of the puzzle column
    :param solution: the name of the column with the answers for ``exact``
    """

    score([], [], answers=[], moves=moves, reward=weights)  # checks the weights
    return _reward(weights, moves, puzzle, solution, name)


def _reward(weights: str, moves: bool = False, puzzle: str = "puzzle", solution: str = "solution", name: str = "reward") -> Reward:
    """Return a reward function without checking its weights, because the check would load the library."""

    def function(prompts: Sequence[Output], completions: Sequence[Output], **columns: Any) -> list[Optional[float]]:
        puzzles = _column(columns, puzzle, len(completions))
        if puzzles is None:
            puzzles = _puzzles_in(prompts, puzzle)
        elif puzzle not in columns and puzzle + "s" not in columns:  # infos holds the puzzles, but some may be missing
            lacking = [i for i, info in enumerate(columns["infos"]) if puzzle not in _fields(info)]
            for i, grid in zip(lacking, extract([prompts[i] for i in lacking], role="user")):
                puzzles[i] = grid if grid.any() else None
        rows = [i for i, p in enumerate(puzzles) if p is not None]
        known: Any = None
        if not rows:
            return [None] * len(completions)
        if "exact" in weights:
            answers = _column(columns, solution, len(completions))
            if answers is None:
                raise ValueError(f"there is no {solution} column, but exact needs it; to use a different column, call reward(..., solution=NAME)")
            rows = [i for i in rows if answers[i] is not None]
            known = _all(answers, rows, solution)
        scores = score(_all(puzzles, rows, puzzle), [completions[i] for i in rows], answers=known, moves=moves, reward=weights)
        rewards: list[Optional[float]] = [None] * len(completions)
        for i, value in zip(rows, scores["reward"].tolist()):
            rewards[i] = value
        return rewards

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The reward {weights}."
    return function


def single(function: Reward) -> Callable[..., float]:
    """Return a reward function for one completion, with the arguments that verifiers passes."""

    def one(prompt: Output, completion: Output, info: Any = None, **columns: Any) -> float:
        return function([prompt], [completion], infos=[info], **{k: [v] for k, v in columns.items()})[0] or 0.0

    one.__name__ = one.__qualname__ = function.__name__
    one.__doc__ = function.__doc__
    return one


def _column(columns: dict[str, Any], name: str, rows: int) -> Optional[list[Any]]:
    """Return the values of a column, or None if there is no such column."""
    values: Optional[list[Any]] = columns.get(name, columns.get(name + "s"))  # the verifiers library uses the plural for groups
    if values is None and (infos := columns.get("infos")):
        values = [_fields(info).get(name) for info in infos]
        if all(v is None for v in values):
            return None
    if values is not None and len(values) != rows:
        raise ValueError(f"the {name} column has {len(values)} rows, but there are {rows} completions")
    return values


def _fields(info: Any) -> Any:
    return (json.loads(info) if isinstance(info, str) and info else info) or {}


def _puzzles_in(prompts: Sequence[Output], name: str) -> list[Any]:
    """Return the last grid in each prompt."""
    found = extract(prompts, role="user")
    missing = ~found.any(axis=1)
    if missing.any():
        raise ValueError(f"there is no {name} column, and no grid in prompt {int(missing.argmax())}")
    return list(found)


def _all(values: list[Any], rows: list[int], what: str) -> Any:
    """Join the grids of some rows. The grids can be in different forms."""
    return np.concatenate([grids(values[i], f"the {what} of completion {i}") for i in rows]) if rows else np.empty((0, 81), np.uint8)


solved = _reward("solved=1", name="solved")
cells_right = _reward("cells_right=1", name="cells_right")
consistent = _reward("consistent=1", name="consistent")
clues_kept = _reward("clues_kept=1", name="clues_kept")
found = _reward("found=1", name="found")
exact = _reward("exact=1", name="exact")
