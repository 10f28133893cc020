"""Loads the C library, and defines its structures and errors."""

from __future__ import annotations

import ctypes
import operator
import os
import pathlib
import shutil
import sys
import tempfile
import threading
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from typing import Any

NO_PUZZLE, TOO_SMALL = 4, 5
_BAD_INPUT = (1, 2, 3)


class GridmillError(Exception):
    """An error in the library itself."""


class NoPuzzleError(GridmillError):
    """No puzzle was found within the given number of attempts."""


class TooSmallError(GridmillError):
    """The buffer for a result is too small."""


class _Error(Structure):
    _fields_ = [("code", c_int32), ("row", c_int64), ("message", c_char * 256)]


class Range(Structure):
    """A range that includes both ends."""

    _fields_ = [("first", c_int32), ("last", c_int32)]


class Options(Structure):
    """The options of gridmill_generate."""

    _fields_ = [
        ("seed", c_uint64),
        ("grids_of", POINTER(c_uint64)),
        ("per_grid", c_int64),
        ("attempts", c_int64),
        ("clues", POINTER(Range)),
        ("guesses", POINTER(Range)),
        ("difficulty", POINTER(Range)),
        ("symmetry", c_int32),
        ("minimal", c_int32),
    ]


# The argument types of each function. The last argument, which is the error, is left out.
_FUNCTIONS: dict[str, list[Any]] = {
    "names": [c_int32, c_char_p, c_int64],
    "parse": [c_char_p, c_int64, c_void_p],
    "solve": [c_void_p, c_int64, c_int32, c_int32, c_void_p, c_void_p, c_void_p, c_void_p],
    "score_outputs": [c_void_p, c_int64, c_void_p, c_void_p, c_void_p, c_int32, c_char_p, c_void_p],
    "extract": [c_char_p, c_void_p, c_int64, c_char_p, c_void_p, c_void_p],
    "generate": [POINTER(Options), c_int64, c_int64, c_void_p, c_void_p, c_void_p],
    "morph": [c_void_p, c_void_p, c_int64, c_uint64, c_int64, c_int64, c_void_p, c_void_p, c_void_p],
    "minlex": [c_void_p, c_int64, c_void_p],
    "class": [c_void_p, c_int64, c_void_p, c_void_p],
    "rate": [c_void_p, c_int64, c_void_p],
    "steps": [c_void_p, c_int32, c_int32, c_char_p, c_int64, POINTER(c_int64)],
}

_lock = threading.Lock()
_functions: dict[str, Any] = {}
_forked = False


def _path() -> pathlib.Path:
    """Return the path in GRIDMILL_LIBRARY or, by default, the path of the library next to this file."""
    if given := os.environ.get("GRIDMILL_LIBRARY"):
        return pathlib.Path(given)
    suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    return pathlib.Path(__file__).with_name("libgridmill" + suffix)


def _load() -> None:
    """Load the library.

    The Go runtime does not survive fork(), so the child of a process that has loaded the library must load
    it again. The system does not load the same file twice, so the child loads a copy.
    """
    path = _path()
    try:
        if _forked:
            with tempfile.TemporaryDirectory() as folder:
                library = ctypes.CDLL(shutil.copy(path, folder))
        else:
            library = ctypes.CDLL(str(path))
    except OSError as e:
        raise ImportError(f"the gridmill library cannot be loaded: {e}; to build it, run make wheel") from e
    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, "gridmill_" + name)
        function.argtypes = [*arguments, POINTER(_Error)]
        function.restype = c_int32
        _functions[name] = function


def _after_fork() -> None:
    """Forget the parent's library, if it was loaded."""
    global _forked, _lock
    _lock = threading.Lock()
    _forked = _forked or bool(_functions)
    _functions.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def call(name: str, *arguments: Any, row: int = 0) -> None:
    """Call a function without the interpreter lock, and raise an exception if it fails.

    row is the number of the first row that is passed to the function. Error messages count rows from there.
    """
    function = _functions.get(name)
    if function is None:
        with _lock:
            if name not in _functions:
                _load()
            function = _functions[name]
    error = _Error()
    code = function(*arguments, error)
    if code:
        message = error.message.decode()
        if error.row >= 0:
            message = f"row {row + error.row}: {message}"
        if code in _BAD_INPUT:
            raise ValueError(message)
        raise {NO_PUZZLE: NoPuzzleError, TOO_SMALL: TooSmallError}.get(code, GridmillError)(message)


def integer(what: str, value: Any, least: int, most: int) -> int:
    """Check that an integer is in a range, and return it.

    Without the check, ctypes would drop the bits that do not fit.
    """
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {number}")
    return number


def names(which: int) -> list[str]:
    """Return a list of names from gridmill_names."""
    text = ctypes.create_string_buffer(1 << 14)
    call("names", which, text, len(text))
    return text.value.decode().split("\n")[:-1]
