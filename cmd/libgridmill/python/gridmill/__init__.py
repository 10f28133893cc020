"""Sudoku puzzles by the million: solve, make, rate, transform and score them.

    >>> import gridmill
    >>> r = gridmill.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> gridmill.Verdict(r.verdicts[0]).name, gridmill.texts(r.solutions)[0][:9]
    ('UNIQUE', '534678912')

Functions take NumPy arrays (N x 81, type uint8, 1 to 9 or 0 for a blank) without copying them, PyTorch
tensors, and strings; see :func:`grids`. Each call uses one processor and releases the interpreter lock, so
threads can make calls in parallel. Bad input raises a ValueError that names the row and the cell.

Results are the same as those of the program ``gridmill``, which is installed with this package.
"""

from . import _library, rewards
from ._library import GridmillError, NoPuzzleError
from .grids import Cells, GridsLike, grids, texts
from .puzzles import (
    DIFFICULTIES,
    SYMMETRIES,
    Morphs,
    Puzzles,
    Result,
    Verdict,
    classes,
    count,
    generate,
    minlex,
    morph,
    rate,
    sentences,
    solve,
    steps,
    techniques,
)
from .scores import extract, found_names, score
from .stream import Stream

__all__ = [
    "DIFFICULTIES",
    "SYMMETRIES",
    "Cells",
    "GridmillError",
    "GridsLike",
    "Morphs",
    "NoPuzzleError",
    "Puzzles",
    "Result",
    "Stream",
    "Verdict",
    "classes",
    "count",
    "extract",
    "found_names",
    "generate",
    "grids",
    "minlex",
    "morph",
    "rate",
    "rewards",
    "score",
    "sentences",
    "solve",
    "steps",
    "techniques",
    "texts",
]


def __getattr__(name: str) -> str:
    """Return the version, which is read from the library when it is first needed."""
    if name == "__version__":
        return _library.names(0)[0]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
