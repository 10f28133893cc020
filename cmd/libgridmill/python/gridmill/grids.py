"""Grids as arrays and as strings."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _library

#: An array of N x 81 cells: 1 to 9, or 0 for a blank.
Cells = npt.NDArray[np.uint8]

#: The types that functions accept as grids: see :func:`grids`.
GridsLike = Union[str, bytes, Sequence[str], Sequence[bytes], npt.ArrayLike]

_BLANK_OF_CELLS = bytes.maketrans(bytes(range(10)), b".123456789")


def grids(value: GridsLike, what: str = "grids") -> Cells:
    """Return grids as an array of N x 81 cells of the type uint8: 1 to 9, or 0 for a blank.

    The value is one of:

    - an array (from NumPy, or a PyTorch tensor on the CPU) with the shape (81,), (N, 81), (9, 9) or
      (N, 9, 9). An array of type uint8 in C order is not copied. Other arrays are copied, and must
      hold integers.
    - a string of 81 characters, or of several lines of 81 characters: digits, and ``0._*-xX?`` for
      blanks. In 81 characters without these blanks, spaces are blanks.
    - a list, an array or one column of such strings.
    - an empty list or array, which has no grids.

    Everything else, including an array with masked cells, raises a ValueError. The cells of uint8 arrays are checked only when the grids are used.
    """
    if isinstance(value, (str, bytes)):
        return _parse([value] if len(value) == 81 else value.splitlines(), what)
    if not isinstance(value, np.ndarray):
        if isinstance(value, (list, tuple)) and value and isinstance(value[0], (str, bytes)):
            return _parse(value, what)
        if isinstance(value, (list, tuple)) and any(map(np.ma.is_masked, value)):
            value = np.ma.asarray(value)  # asarray would drop the masks
        try:
            value = np.asanyarray(value)
        except ValueError as e:
            raise ValueError(f"{what} cannot be converted to an array: {e}") from e
    if np.ma.is_masked(value):
        raise ValueError(f"{what} have masked cells; to make them blanks, use filled(0)")
    if value.dtype.kind in "OUS":
        if value.ndim > 1 and value.size != len(value):
            raise ValueError(f"{what} have the type {value.dtype} and the shape {value.shape}; pass one column of strings, or an array with an integer type")
        return _parse(value.ravel().tolist(), what)
    shape = value.shape
    if shape == (0,):
        return np.empty((0, 81), np.uint8)
    if shape not in ((81,), (9, 9)) and shape[1:] not in ((81,), (9, 9)):
        raise ValueError(f"{what} have the shape {shape}; it must be (81,), (N, 81), (9, 9) or (N, 9, 9)")
    if value.dtype != np.uint8:
        value = _integers(value, what)
    return np.ascontiguousarray(value).reshape(-1, 81)


def _integers(value: npt.NDArray[Any], what: str) -> Cells:
    """Convert an array of integers of another type."""
    if value.size and value.dtype.kind not in "iu":
        raise ValueError(f"{what} have the type {value.dtype}; cells must be integers")
    wrong = (value < 0) | (value > 9)
    if wrong.any():
        at = int(wrong.reshape(-1).argmax())
        raise ValueError(f"{what}: row {at // 81}: cell {at % 81} is {value.reshape(-1)[at]}; cells are 1 to 9, or 0 for a blank")
    return value.astype(np.uint8)


def _parse(texts: Sequence[Any], what: str) -> Cells:
    kinds = set(map(type, texts))
    if not (all(issubclass(k, str) for k in kinds) or all(issubclass(k, bytes) for k in kinds)):
        raise ValueError(f"{what} must all be str, or all bytes, or integers, but have the types: {', '.join(sorted(k.__name__ for k in kinds))}")
    if set(map(len, texts)) - {81}:
        row = next(i for i, text in enumerate(texts) if len(text) != 81)
        raise ValueError(f"{what}: row {row} has {len(texts[row])} characters instead of 81")
    try:
        joined = b"".join(texts) if texts and isinstance(texts[0], bytes) else "".join(texts).encode("ascii")
    except UnicodeEncodeError as e:
        raise ValueError(f"{what}: row {e.start // 81}: character {e.start % 81} is {e.object[e.start]!r}, which is not a digit or a blank") from e
    cells = np.empty((len(texts), 81), np.uint8)
    _library.call("parse", joined, len(texts), cells.ctypes.data)
    return cells


def texts(value: GridsLike, blank: str = ".") -> list[str]:
    """Return each grid as a string of 81 characters.

    :param value: see :func:`gridmill.grids`
    :param blank: one character for blanks. It must not be a digit other than 0 or a line break
    """
    if len(blank) != 1 or blank != "0" and blank.isdigit() or blank.splitlines() != [blank]:
        raise ValueError(f"blank is {blank!r}; it must be one character that is neither a digit from 1 to 9 nor a line break")
    cells = grids(value)
    if cells.size and cells.max() > 9:
        raise ValueError("cells are 1 to 9, or 0 for a blank")
    joined = cells.tobytes().translate(_BLANK_OF_CELLS).decode()
    if blank != ".":
        joined = joined.replace(".", blank)
    return [joined[i : i + 81] for i in range(0, len(joined), 81)]
