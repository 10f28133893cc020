"""Scores of model outputs."""

from __future__ import annotations

import json
import operator
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _library
from .grids import Cells, GridsLike, grids

#: A string, chat messages, cells or moves as numbers, or None for no output.
Output = Union[str, bytes, Sequence[Any], npt.NDArray[Any], None]

_NUMBERS = "cells filled clues_kept conflicts cells_right moves moves_legal moves_consistent moves_forced moves_repeated first_wrong"
_SCORE = np.dtype(
    [("found", np.int32)]
    + [(name, np.int32) for name in _NUMBERS.split()]
    + [("solved", np.bool_), ("consistent", np.bool_), ("exact", np.bool_), ("reward", np.float64)],
    align=True,
)


def score(
    puzzles: GridsLike,
    outputs: Union[npt.NDArray[Any], Sequence[Output], str, bytes],
    *,
    answers: Optional[GridsLike] = None,
    moves: bool = False,
    reward: Optional[str] = None,
) -> npt.NDArray[np.void]:
    """Compare model outputs with the puzzles that the models had to solve.

    The result is a structured array with a row for each output. ``gridmill help scores`` explains its
    fields, such as ``solved``, ``cells_right``, ``consistent`` and ``conflicts``. ``found`` is an index of
    :func:`gridmill.found_names`, and ``cells_right`` is -1 unless the puzzle has exactly one solution.

    :param puzzles: see :func:`gridmill.grids`
    :param outputs: an array of grids, in which 0 is a blank; or a list with one output for each
        puzzle: a string, a list of chat messages, an array or list of numbers, a list of strings with
        nine cells each, or None. NaN and pandas.NA count as None. The last whole grid counts. Grids within <think> or before the last
        <answer> are ignored. A single string is one output. Other types raise a TypeError
    :param answers: the answers for ``exact``, as grids
    :param moves: whether outputs are lists of moves, such as ``[[1, 3, 4], ...]``, or of tool calls or other
        dicts with moves
    :param reward: the scores that ``reward`` adds up, with their weights, such as ``"solved=1,cells_right=0.2"``
    """
    cells = grids(puzzles, "puzzles")
    n = len(cells)
    known = None if answers is None else grids(answers, "answers")
    array: Any = outputs if hasattr(outputs, "dtype") else None
    kind = "O" if array is None else np.asarray(array).dtype.kind
    if kind == "f" and np.ndim(array) == 1 and np.isnan(array).all():
        kind = "O"  # pandas stores a column without outputs as numbers
    if kind not in "OUS":
        written: Any = grids(array, "outputs")
        text, ends, found = written.ctypes.data, None, len(written)
    else:
        written, limits = _join(outputs, moves)
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


def extract(outputs: Union[Sequence[Output], npt.NDArray[Any], str, bytes], *, role: str = "assistant") -> Cells:
    """Return the last whole grid in each output, or zeros if there is none.

    In a chat, only the last message with the given role is searched. For the role ``user``, all messages of the
    user are searched, and the last grid with blanks is preferred. Outputs have the same forms as in
    :func:`score`; a single string is one output.
    """
    written, ends = _join(outputs)
    found = np.empty((len(ends) - 1, 81), np.uint8)
    _library.call("extract", written, ends.ctypes.data, len(found), role.encode(), found.ctypes.data, None)
    return found


def found_names() -> list[str]:
    """Return the names of the forms that grids in texts can have, such as ``lines`` or ``lines in answer``."""
    return _library.names(2)


def _join(outputs: Any, moves: bool = False) -> tuple[bytes, npt.NDArray[np.int64]]:
    """Return the concatenated outputs, the offset of each output, and the offset of their end."""
    if isinstance(outputs, (str, bytes, dict)):
        outputs = [outputs]
    texts = [_text(i, o, moves) for i, o in enumerate(outputs)]
    ends = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(t) for t in texts], out=ends[1:])
    return b"".join(texts), ends


def _text(row: int, output: Any, moves: bool) -> bytes:
    """Return an output as text. Messages, numbers and, for moves, tool calls become JSON."""
    if isinstance(output, bytes):
        return output
    if isinstance(output, str):
        return output.encode("utf-8", "surrogatepass")
    if _is_missing(output):
        return b""
    values = output.tolist() if hasattr(output, "tolist") else output
    if isinstance(values, (list, tuple)) and values and all(map(_is_message, values)):
        values = [_message(m) for m in values]
    elif not isinstance(values, (list, tuple)) or not (_are_cells(values) or moves and all(map(_is_call, values))):
        raise TypeError(f"output {row} has the type {type(output).__name__}; an output must be text, a list of chat messages, integers, rows of nine characters, {'tool calls, ' if moves else ''}or None")
    return json.dumps(values, ensure_ascii=False, default=_plain).encode("utf-8", "surrogatepass")


def _is_missing(value: Any) -> bool:
    """Report whether a value is None, or one of the values with which pandas marks missing values."""
    return value is None or isinstance(value, (float, np.floating)) and value != value or type(value).__name__ in ("NAType", "NaTType")


def _is_message(value: Any) -> bool:
    return any(k in value if isinstance(value, dict) else hasattr(value, k) for k in ("role", "content", "from"))


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) or hasattr(value, "function")


def _are_cells(value: Any) -> bool:
    """Report whether a value is an integer, a string with the nine cells of a row, or a list of such values or lists."""
    if isinstance(value, (list, tuple)):
        return all(map(_are_cells, value))
    if isinstance(value, str):
        return len(value) == 9
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _plain(value: Any) -> Any:
    """Convert a NumPy integer, or an object with fields, to a type that JSON supports."""
    return vars(value) if hasattr(value, "__dict__") else operator.index(value)


def _message(message: Any) -> dict[str, Any]:
    """Return a chat message as a dict of strings and calls. Libraries may use objects, or divide content into parts."""
    fields = message if isinstance(message, dict) else {k: getattr(message, k, None) for k in ("role", "content", "tool_calls")}
    role, content, calls = fields.get("role", fields.get("from")), fields.get("content", fields.get("value")), fields.get("tool_calls")
    if isinstance(content, list):
        content = "".join(part.get("text", "") for part in content if isinstance(part, dict) and part.get("type") not in ("reasoning", "thinking"))
    plain = {"role": role or "assistant", "content": content or ""}
    return {**plain, "tool_calls": calls} if calls else plain
