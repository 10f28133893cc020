"""Scores of what models wrote."""

from __future__ import annotations

import json
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _library
from .grids import Cells, GridsLike, grids

#: A text, chat messages, or None for no output.
Output = Union[str, bytes, Sequence[Any], None]

_NUMBERS = "cells filled clues_kept conflicts cells_right moves moves_legal moves_consistent moves_forced moves_repeated first_wrong"
_SCORE = np.dtype(
    [("found", np.int32)]
    + [(name, np.int32) for name in _NUMBERS.split()]
    + [("solved", np.bool_), ("consistent", np.bool_), ("exact", np.bool_), ("reward", np.float64)],
    align=True,
)


def score(
    puzzles: GridsLike,
    outputs: Union[npt.NDArray[Any], Sequence[Output]],
    *,
    answers: Optional[GridsLike] = None,
    moves: bool = False,
    reward: Optional[str] = None,
) -> npt.NDArray[np.void]:
    """Compare what a model wrote with the puzzles that it was asked to solve.

    The result is a structured array with a row for each output: ``solved``, ``cells_right``,
    ``consistent``, ``conflicts`` and so on, as ``gridmill help scores`` explains them. ``found`` is an
    index of :func:`gridmill.found_names`, and ``cells_right`` is -1 unless the puzzle has exactly one
    solution.

    :param puzzles: see :func:`gridmill.grids`
    :param outputs: texts or lists of chat messages, of which the last whole grid counts; or an array of
        grids of integers, in which 0 is a blank
    :param answers: the grids that ``exact`` compares with
    :param moves: outputs are lists of moves, such as ``[[1, 3, 4], ...]``
    :param reward: values and weights of ``reward``, such as ``"solved=1,cells_right=0.2"``
    """
    cells = grids(puzzles, "puzzles")
    n = len(cells)
    known = None if answers is None else grids(answers, "answers")
    if hasattr(outputs, "dtype") and np.asarray(outputs).dtype.kind not in "OUS":
        written: Any = grids(outputs, "outputs")
        text, ends, found = written.ctypes.data, None, len(written)
    else:
        written, limits = _join(list(outputs))
        text, ends, found = written, limits.ctypes.data, len(limits) - 1
    for what, rows in ("outputs", found), ("answers", n if known is None else len(known)):
        if rows != n:
            raise ValueError(f"there are {n} puzzles, but {rows} {what}")
    scores = np.zeros(n, _SCORE)
    address = None if known is None else known.ctypes.data
    _library.call("score_outputs", cells.ctypes.data, n, text, ends, address, moves, _encoded(reward), scores.ctypes.data)
    return scores


def _encoded(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else text.encode()


def extract(outputs: Sequence[Output], *, role: str = "assistant") -> Cells:
    """Return the last whole grid in each text, or in the last message of a role; zeros if there is none."""
    written, ends = _join(list(outputs))
    found = np.empty((len(outputs), 81), np.uint8)
    _library.call("extract", written, ends.ctypes.data, len(outputs), role.encode(), found.ctypes.data, None)
    return found


def found_names() -> list[str]:
    """Return the names of how a grid in a text is written, such as ``lines`` or ``in answer``."""
    return _library.names(2)


def _join(outputs: list[Output]) -> tuple[bytes, npt.NDArray[np.int64]]:
    """Return outputs one after the other, and where each ends."""
    texts = [_text(o) for o in outputs]
    ends = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(t) for t in texts], out=ends[1:])
    return b"".join(texts), ends


def _text(output: Output) -> bytes:
    if isinstance(output, bytes):
        return output
    if isinstance(output, str):
        return output.encode("utf-8", "surrogatepass")
    if output is None:
        return b""
    return json.dumps([_message(m) for m in output], ensure_ascii=False).encode("utf-8", "surrogatepass")


def _message(message: Any) -> dict[str, str]:
    """Return a message of a chat as role and text. Some libraries have objects, and content in parts."""
    role, content = (message.get(k) if isinstance(message, dict) else getattr(message, k, None) for k in ("role", "content"))
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content if isinstance(part, dict))
    return {"role": role or "assistant", "content": content or ""}
