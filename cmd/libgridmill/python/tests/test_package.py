"""Tests of what the package adds to the library."""

import doctest
import inspect
import itertools
import json
import os
import pathlib
import pickle
import re
import threading
import unittest

import numpy as np

import gridmill
from gridmill import _library, rewards

from .common import PUZZLE, SOLUTION, made

CELLS = np.array([int(c) if c.isdigit() else 0 for c in PUZZLE], np.uint8)


class Documents(unittest.TestCase):
    def test_examples(self):
        here = pathlib.Path(gridmill.__file__).parents[1]
        for failed, tried in doctest.testfile(str(here / "README.md"), module_relative=False), doctest.testmod(gridmill):
            self.assertTrue(tried and not failed)
        section = (here.parents[2] / "README.md").read_text().partition("## From Python")[2].partition("##")[0]
        lines = re.findall("^    >>> (.*)$", section, re.MULTILINE)
        names = {}
        exec("\n".join(lines[:-1]), names)
        self.assertEqual(eval(lines[-1], names), 1)
        self.assertEqual(next(names["batches"])[0].shape, (1024, 81))

    def test_fields(self):
        for kind in gridmill.Result, gridmill.Puzzles, gridmill.Morphs:
            for field in kind._fields:
                self.assertNotIn("Alias for", getattr(kind, field).__doc__)


class Grids(unittest.TestCase):
    def test_forms(self):
        many = np.tile(CELLS, (10, 1))
        forms = [PUZZLE, PUZZLE.encode(), PUZZLE.replace(".", "0"), [PUZZLE], (PUZZLE.replace(".", "_"),), PUZZLE + "\n", CELLS, CELLS.reshape(9, 9), CELLS.tolist()]
        forms += [np.array([PUZZLE]), np.array([PUZZLE], object), CELLS.astype(np.int64), CELLS.astype(">i2")[None], CELLS.reshape(1, 9, 9)]
        forms += [many[3], many[::10], np.asfortranarray(many)[:1], many.T.copy().T[:1], np.tile(CELLS, 2)[81:], CELLS.reshape(9, 9).T.copy().T]
        forms += [PUZZLE.translate(str.maketrans(".", c)) for c in "*-xX? "]
        for form in forms:
            self.assertTrue((gridmill.grids(form) == CELLS).all(), form)
        self.assertEqual(gridmill.texts([PUZZLE, SOLUTION], blank="0"), [PUZZLE.replace(".", "0"), SOLUTION])
        self.assertEqual(gridmill.texts(PUZZLE, blank="é"), [PUZZLE.replace(".", "é")])
        for blank in "", "xx", "5", "\n", "\u2028", "٥":
            with self.assertRaisesRegex(ValueError, "it must be one character"):
                gridmill.texts(PUZZLE, blank=blank)
        self.assertTrue(np.shares_memory(gridmill.grids(many), many))
        self.assertTrue((gridmill.grids(np.ma.masked_equal(CELLS, 10)) == CELLS).all())
        for masked in np.ma.masked_equal(CELLS, 5), [np.ma.masked_equal(CELLS, 5)]:
            with self.assertRaisesRegex(ValueError, "masked cells"):
                gridmill.grids(masked)

    def test_version(self):
        self.assertEqual(gridmill.__version__, _library.names(0)[0])
        with self.assertRaises(AttributeError):
            gridmill.unknown

    def test_no_grids(self):
        for none in [], (), "", b"", np.empty((0, 81), np.uint8), np.zeros((0, 9, 9)), np.empty(0), np.array([], object):
            for function in gridmill.solve, gridmill.morph:
                self.assertEqual(function(none)[0].shape, (0, 81), repr(none))
            for function in gridmill.count, gridmill.minlex, gridmill.rate, gridmill.classes, gridmill.texts:
                self.assertEqual(len(function(none)), 0)
        self.assertEqual(len(gridmill.score([], [])), 0)
        self.assertEqual(len(gridmill.score([], np.empty((0, 81), int), answers=[])), 0)
        self.assertEqual(gridmill.extract([]).shape, (0, 81))
        self.assertEqual(len(gridmill.generate(1, 5, 0).puzzles), 0)
        for function in rewards.solved, rewards.exact:
            self.assertEqual([function([], []), function([], [], puzzle=[], solution=[])], [[], []])

    def test_what_is_not_a_grid(self):
        bad = CELLS.copy()
        bad[7] = 10
        ascii_codes = np.frombuffer(PUZZLE.encode(), np.uint8)
        forms = [PUZZLE[:80], PUZZLE + ".", [PUZZLE, PUZZLE[:80]], [PUZZLE, PUZZLE.encode()], PUZZLE[:80] + "y", PUZZLE[:80] + "é", PUZZLE[:80] + "\t"]
        forms += [bad, ascii_codes, bad.astype(np.int32), -CELLS.astype(np.int8), CELLS.astype(float), CELLS.astype(bool), CELLS[:80], np.zeros((3, 80), np.uint8)]
        forms += [np.zeros((2, 2, 81), np.uint8), 5, None, [[1, 2], [3]], np.full((1, 81), 256 + 5), CELLS.astype(np.uint64) + np.uint64(2**63)]
        for form in forms:
            for function in gridmill.solve, gridmill.count, gridmill.minlex, gridmill.rate, gridmill.steps, gridmill.morph:
                with self.assertRaises(ValueError, msg=repr(form)):
                    function(form)
        many = np.tile(CELLS, (100_000, 1))
        many[90_000, 80] = 255
        with self.assertRaisesRegex(ValueError, "row 90000: cell 80 is 255"):
            gridmill.solve(many)
        with self.assertRaisesRegex(ValueError, "row 1: character 80"):
            gridmill.solve([PUZZLE, PUZZLE[:80] + "y"])
        table = [[PUZZLE, SOLUTION]] * 3
        for several in table, np.array(table), np.array(table, object), np.tile(CELLS, (3, 1)).astype(object):
            with self.assertRaisesRegex(ValueError, "pass one column of strings"):
                gridmill.solve(several)
        self.assertEqual(gridmill.texts(np.array(table)[:, :1]), [PUZZLE] * 3)

    def test_out(self):
        r = gridmill.solve([PUZZLE] * 3)
        again = gridmill.solve([SOLUTION] * 3, out=r)
        self.assertIs(again.solutions, r.solutions)
        for wrong in np.zeros((3, 81), np.uint8), tuple(r), "":
            with self.assertRaisesRegex(TypeError, "out must be a gridmill.Result"):
                gridmill.solve([PUZZLE] * 3, out=wrong)
        for wrong in r._replace(guesses=r.guesses.astype(np.int64)), r._replace(solutions=np.zeros((81, 3), np.uint8).T), gridmill.solve(PUZZLE):
            with self.assertRaises(ValueError):
                gridmill.solve([PUZZLE] * 3, out=wrong)

    def test_out_shares_no_memory(self):
        memory = np.tile(CELLS, (5, 1))
        r = gridmill.solve(memory[:3])
        for puzzles, out in [
            (memory[:3], r._replace(solutions=memory[:3])),
            (memory[:3], r._replace(solutions=memory[2:])),
            (memory[:3], r._replace(verdicts=memory.reshape(-1)[5:8])),
            (memory[:3], r._replace(guesses=r.counts)),
        ]:
            with self.assertRaisesRegex(ValueError, "share memory"):
                gridmill.solve(puzzles, out=out)
        self.assertTrue((memory == CELLS).all())
        gridmill.solve(memory[:2], out=gridmill.solve(memory[:2])._replace(solutions=memory[2:4]))
        self.assertEqual(gridmill.texts(memory[3]), [SOLUTION])

    def test_tensors(self):
        try:
            import torch
        except ImportError:
            self.skipTest("torch is not installed")
        tensor = torch.from_numpy(np.tile(CELLS, (4, 1)))
        self.assertTrue((gridmill.grids(tensor) == CELLS).all())
        self.assertTrue(gridmill.solve(tensor).unique.all())
        self.assertTrue(gridmill.score(tensor, tensor.long())["consistent"].all())


class Making(unittest.TestCase):
    def test_options(self):
        wrong = [dict(clues=3), dict(symmetry="x"), dict(difficulty="x"), dict(clues=(30, 20)), dict(per_grid=-1), dict(clues=(50, 60), minimal=True)]
        for options in wrong + [dict(guesses=2**32), dict(grids_of=-1), dict(clues=2**32 + 25), dict(seed=-1), dict(first=-1), dict(seed=2**64)]:
            with self.assertRaises(ValueError, msg=str(options)):
                gridmill.generate(**{"seed": 1, "first": 0, "count": 2, **options})
        for call in (lambda: gridmill.solve(PUZZLE, max_solutions=2**32 + 2), lambda: gridmill.count(PUZZLE, 0), lambda: gridmill.morph(PUZZLE, first=2**62)):
            self.assertRaises(ValueError, call)
        with self.assertRaisesRegex(gridmill.NoPuzzleError, "^row 5: no puzzle"):
            gridmill.generate(1, 5, 1, clues=17, minimal=True, attempts=3)
        with self.assertRaisesRegex(ValueError, "no answers"):
            gridmill.score(PUZZLE, SOLUTION, reward="exact=1")

    def test_hard_puzzles(self):
        # The puzzle is from gridmill generate --seed 3 --count 2 --guesses 8:20, which searches for puzzles.
        self.assertTrue((gridmill.generate(3, 1, 1, guesses=(8, 20)).puzzles == gridmill.grids("..57...28..3.58.4..6..........3....1....2...938..1.2..4....51...36......2..6...7.")).all())

    def test_streams_have_no_length(self):
        stream = gridmill.Stream()
        self.assertTrue(stream)
        self.assertRaisesRegex(TypeError, "sampler=range", len, stream)

    def test_searches_of_positions(self):
        """Positions of puzzles with several solutions are searched together, in blocks."""
        m = made()
        puzzles = np.tile(m.puzzles, (3000 // len(m.puzzles) + 1, 1))
        for row, puzzle in enumerate(puzzles):
            puzzle[np.flatnonzero(puzzle)[row % 5 :: 4]] = 0
        outputs = puzzles.copy()
        for row, output in enumerate(outputs):
            output[np.flatnonzero(output == 0)[: row % 7]] = 1 + row % 9
        scores = gridmill.score(puzzles, outputs)
        clear = gridmill.solve(outputs, max_solutions=1).counts > 0
        self.assertTrue((scores["consistent"] == clear).all())
        self.assertTrue(0 < clear.sum() < len(clear))

    def test_morphs(self):
        m = made()
        n = len(m.puzzles)
        got = gridmill.morph(m.puzzles, m.solutions, seed=4, count=3 * n)
        self.assertTrue((gridmill.solve(got.puzzles).solutions == got.solutions).all())
        self.assertTrue((gridmill.minlex(got.puzzles) == gridmill.minlex(m.puzzles)[got.rows]).all())
        for p in range(3):
            self.assertEqual(sorted(got.rows[p * n : (p + 1) * n]), list(range(n)))
        with self.assertRaises(ValueError):
            gridmill.morph(m.puzzles, m.solutions[:3])

    def test_solutions_of_other_puzzles(self):
        m = made()
        many = gridmill.solve("." * 81).solutions  # any one of many solutions
        self.assertEqual(len(gridmill.morph("." * 81, many, count=100).puzzles), 100)
        other = m.solutions.copy()
        other[7] = m.solutions[8]
        missing = m.solutions.copy()
        missing[7, np.flatnonzero(m.puzzles[7] == 0)[0]] = 0
        swapped = m.solutions.copy()
        blanks = np.flatnonzero(m.puzzles[7] == 0)
        a, b = next((i, j) for i in blanks for j in blanks if swapped[7, i] != swapped[7, j])
        swapped[7, [a, b]] = swapped[7, [b, a]]
        for wrong in other, missing, swapped:
            for function in gridmill.morph, gridmill.Stream:
                with self.assertRaisesRegex(ValueError, "row 7 is not a solution of its puzzle"):
                    function(m.puzzles, wrong)
        with self.assertRaisesRegex(ValueError, "cell 3 is 12"):
            bad = m.puzzles.copy()
            bad[2, 3] = 12
            gridmill.Stream(bad, m.solutions)


class Streams(unittest.TestCase):
    def test_batches(self):
        m = made()
        options = dict(seed=3, batch_size=16)
        stream = gridmill.Stream(m.puzzles, **options)
        batches = [next(stream) for _ in range(40)]
        seen = {p.tobytes() for puzzles, _ in batches for p in puzzles}
        self.assertEqual(len(seen), 40 * 16)
        for puzzles, solutions in batches:
            self.assertTrue((gridmill.solve(puzzles).solutions == solutions).all())
        self.assertEqual(stream.index, 40)
        resumed = gridmill.Stream(m.puzzles, m.solutions, index=17, **options)
        self.assertTrue((next(resumed)[0] == batches[17][0]).all())
        other = gridmill.Stream(m.puzzles, seed=4, batch_size=16)
        self.assertFalse((next(other)[0] == batches[0][0]).all())

    def test_shares(self):
        stream = gridmill.Stream(made().puzzles, batch_size=8)
        want = [stream[i][0] for i in range(24)]
        got = {}
        for rank in range(2):
            for worker in range(3):
                share = pickle.loads(pickle.dumps(stream.split(rank, 2))).split(worker, 3)
                for _ in range(4):
                    index = share.index
                    got[index] = next(share)[0]
        self.assertEqual(sorted(got), list(range(24)))
        for i, puzzles in got.items():
            self.assertTrue((puzzles == want[i]).all())
        share = stream.split(1, 3)
        next(share)
        resumed = gridmill.Stream(made().puzzles, batch_size=8, index=share.index).split(1, 3)
        self.assertEqual([share.index, share.step], [resumed.index, resumed.step])
        for worker, workers in [(3, 3), (-1, 3), (0, 0)]:
            with self.assertRaises(ValueError):
                stream.split(worker, workers)
        with self.assertRaises(TypeError):
            stream.split(0.5, 3)

    def test_made(self):
        stream = gridmill.Stream(seed=2, batch_size=10, clues=(26, 28))
        next(stream)
        puzzles, solutions = next(stream)
        want = gridmill.generate(2, 10, 10, clues=(26, 28))
        self.assertTrue((puzzles == want.puzzles).all() and (solutions == want.solutions).all())

    def test_wrong(self):
        for wrong in dict(puzzles="." * 81), dict(solutions=SOLUTION), dict(puzzles=PUZZLE, clues=3), dict(batch_size=0), dict(puzzles=PUZZLE, solutions=[SOLUTION] * 2):
            with self.assertRaises(ValueError, msg=str(wrong)):
                gridmill.Stream(**wrong)
        for wrong in dict(seed=-1), dict(seed=2**64), dict(clues=99), dict(difficulty="x"), dict(puzzles=PUZZLE, seed=-1), dict(puzzles=[]), dict(puzzles=PUZZLE, speed=3), dict(index=-1):
            with self.assertRaises(ValueError, msg=str(wrong)):
                gridmill.Stream(**wrong)
        for wrong in dict(speed=3), dict(first=3), dict(batch_size=1.5), dict(puzzles=PUZZLE, seed="1"):
            with self.assertRaises(TypeError, msg=str(wrong)):
                gridmill.Stream(**wrong)
        for index in -1, 2**60:
            with self.assertRaises(ValueError):
                gridmill.Stream(PUZZLE)[index]


class Message:
    """A message as some libraries represent it."""

    def __init__(self, role, content, tool_calls=None):
        self.role, self.content, self.tool_calls = role, content, tool_calls


class Call:
    """A tool call as some libraries represent it."""

    def __init__(self, function):
        self.function = function


class Rewards(unittest.TestCase):
    def test_trl(self):
        chats = [[{"role": "assistant", "content": f"Let me think.\n<answer>{SOLUTION}</answer>"}], [{"role": "assistant", "content": "No."}]]
        self.assertEqual(rewards.solved(prompts=["?"] * 2, completions=chats, puzzle=[PUZZLE] * 2, trainer_state=None), [1.0, 0.0])
        self.assertEqual(rewards.solved(prompts=["?"] * 2, completions=[SOLUTION, SOLUTION], puzzle=[PUZZLE, None]), [1.0, None])
        prompts = [[{"role": "user", "content": "Solve " + PUZZLE}, {"role": "assistant", "content": SOLUTION}]] * 2
        self.assertEqual(rewards.solved(prompts, chats), [1.0, 0.0])
        parts = [[{"role": "user", "content": [{"type": "text", "text": PUZZLE}]}]]
        self.assertEqual(rewards.cells_right(parts, [PUZZLE]), [0.0])
        thought = [[{"role": "assistant", "content": [{"type": "reasoning", "text": SOLUTION}, {"type": "text", "text": "No."}]}]]
        self.assertEqual(rewards.solved(["?"], thought, puzzle=[PUZZLE]), [0.0])
        own = rewards.reward("solved=1,cells_right=0.5", name="both")
        self.assertEqual((own.__name__, own([PUZZLE], [SOLUTION])), ("both", [1.5]))
        self.assertEqual(rewards.exact(["?"], [SOLUTION], puzzle=[CELLS], solution=[SOLUTION]), [1.0])
        with self.assertRaisesRegex(ValueError, "no puzzle column"):
            rewards.solved(["?"], [SOLUTION])
        with self.assertRaisesRegex(ValueError, "puzzle of completion 1: row 0"):
            rewards.solved(["?"] * 2, [SOLUTION] * 2, puzzle=[PUZZLE, "abc"])
        for weights in "speed=1", "moves_legal=1", "solved=60000,conflicts=-60000":
            self.assertRaises(ValueError, rewards.reward, weights)
        rewards.reward("moves_legal=1", moves=True)

    def test_answers(self):
        rows = dict(prompts=["?"] * 3, completions=[SOLUTION] * 3, puzzle=[PUZZLE, PUZZLE, None])
        self.assertEqual(rewards.exact(**rows, solution=[SOLUTION, None, None]), [1.0, None, None])
        self.assertEqual(rewards.exact(**rows, solution=[None] * 3), [None] * 3)
        self.assertEqual(rewards.solved(**rows, solution=[None] * 3), [1.0, 1.0, None])
        with self.assertRaisesRegex(ValueError, "no solution column"):
            rewards.exact(**rows)
        own = rewards.reward("exact=1", solution="answer")
        self.assertEqual(own(**rows, answers=[SOLUTION, PUZZLE, SOLUTION]), [1.0, 0.0, None])
        self.assertEqual(rewards.single(own)(prompt=PUZZLE, completion=SOLUTION, answer=SOLUTION, state={}), 1.0)

    def test_verifiers(self):
        self.assertIn("completions", inspect.signature(rewards.solved).parameters)
        got = rewards.solved(prompts=["?"], completions=[SOLUTION], infos=[{"puzzle": PUZZLE}], answers=[""], states=[{}])
        self.assertEqual(got, [1.0])
        one = rewards.single(rewards.solved)
        self.assertNotIn("completions", inspect.signature(one).parameters)
        self.assertEqual(one(prompt="Solve " + PUZZLE, completion=[{"role": "assistant", "content": SOLUTION}], answer=SOLUTION, state={}), 1.0)
        self.assertEqual(one(prompt="?", completion="x", info={"puzzle": PUZZLE}), 0.0)
        info = json.dumps({"puzzle": PUZZLE, "solution": SOLUTION})
        for function in rewards.solved, rewards.exact:
            self.assertEqual(rewards.single(function)(prompt="?", completion=SOLUTION, info=info), 1.0)
            self.assertEqual(function(["?"] * 2, [SOLUTION] * 2, infos=[info, None]), [1.0, None])
        infos = [{"puzzle": PUZZLE}, {}, {"puzzle": None}]
        self.assertEqual(rewards.solved(prompts=["?", PUZZLE, PUZZLE], completions=[SOLUTION] * 3, infos=infos), [1.0, 1.0, None])
        self.assertEqual(one(prompt=PUZZLE, completion=SOLUTION, info=""), 1.0)

    def test_kinds_of_outputs(self):
        solution = gridmill.grids(SOLUTION)[0]
        forms = [SOLUTION, SOLUTION.encode(), solution, solution.astype(float).astype(int), solution.reshape(9, 9), solution.tolist(), solution.reshape(9, 9).tolist()]
        forms += [list(solution), tuple(map(tuple, solution.reshape(9, 9))), [{"role": "assistant", "content": SOLUTION}], [Message("assistant", SOLUTION)]]
        forms += [[SOLUTION[i : i + 9] for i in range(0, 81, 9)]]
        forms += [[{"from": "human", "value": PUZZLE}, {"from": "gpt", "value": SOLUTION}, {"from": "human", "value": "Thanks"}]]
        for form in forms:
            self.assertTrue(gridmill.score([PUZZLE, PUZZLE], [None, form])["solved"][1], form)
            self.assertEqual(gridmill.texts(gridmill.extract([form])), [SOLUTION])
        self.assertEqual(gridmill.score([PUZZLE], [CELLS])["filled"].tolist(), [30])
        for text in SOLUTION, SOLUTION.encode():
            self.assertEqual(gridmill.texts(gridmill.extract(text)), [SOLUTION])
            self.assertTrue(gridmill.score(PUZZLE, text)["solved"].all())
        self.assertEqual(gridmill.texts(gridmill.extract(iter([SOLUTION]))), [SOLUTION])
        for wrong in {"role": "assistant", "content": SOLUTION}, Message("assistant", SOLUTION), 5, 0.5, solution.astype(float), [0.5], [True], ["5"], [None], [{"text": SOLUTION}]:
            with self.assertRaisesRegex(TypeError, "output 1 has the type"):
                gridmill.score([PUZZLE] * 2, [None, wrong])
            with self.assertRaisesRegex(TypeError, "output 0 has the type"):
                gridmill.extract([wrong])
        with self.assertRaises(TypeError):
            gridmill.extract({"role": "assistant", "content": SOLUTION})

    def test_moves(self):
        call = {"type": "function", "function": {"name": "place", "arguments": '{"row": 1, "col": 3, "digit": 4}'}}
        chat = [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "tool", "content": "done"}]
        for output in chat, [Message("assistant", None, [call])], [call], [Call(call["function"])], [{"row": 1, "col": 3, "digit": 4}], [[1, 3, 4]], np.array([[1, 3, 4]]), "r1c3=4":
            got = gridmill.score([PUZZLE], [output], moves=True)
            self.assertEqual((got["moves"][0], got["moves_legal"][0], got["moves_consistent"][0]), (1, 1, 1), output)
        for wrong in [0.5], [call, None], call:
            with self.assertRaisesRegex(TypeError, "output 0 has the type .* tool calls"):
                gridmill.score([PUZZLE], [wrong], moves=True)

    def test_outputs(self):
        got = gridmill.score([PUZZLE] * 4, [None, SOLUTION.encode(), "\ud800 " + SOLUTION, float("nan")])
        self.assertEqual(got["solved"].tolist(), [False, True, True, False])
        self.assertFalse(gridmill.score([PUZZLE] * 2, np.full(2, np.nan, np.float32))["solved"].any())
        for outputs in [SOLUTION], np.full((3, 81), 12), np.zeros((3, 80), int):
            with self.assertRaises(ValueError):
                gridmill.score([PUZZLE] * 3, outputs)


class Processes(unittest.TestCase):
    def test_threads(self):
        m = made(400)
        wrong = []

        def work():
            for _ in range(5):
                if not (gridmill.solve(m.puzzles).solutions == m.solutions).all() or gridmill.rate(m.puzzles)["hardest"].min() < 1:
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

    @unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
    def test_forks(self):
        m = made()
        for _ in range(3):
            child = os.fork()
            if child == 0:
                right = (gridmill.solve(m.puzzles).solutions == m.solutions).all()
                grandchild = os.fork()
                if grandchild == 0:
                    os._exit(0 if gridmill.solve(m.puzzles).unique.all() else 1)
                os._exit(os.waitpid(grandchild, 0)[1] + (0 if right else 2))
            self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_loaders(self):
        try:
            from torch.utils import data
        except ImportError:
            self.skipTest("torch is not installed")
        stream = gridmill.Stream(made().puzzles, batch_size=8)

        def passes(loader, steps):
            return [[batch[0].numpy().tobytes() for batch, _ in zip(loader, range(steps))] for _ in range(2)]

        for workers in 0, 2:
            first, second = passes(data.DataLoader(stream, batch_size=None, sampler=range(3, 9), num_workers=workers), 9)
            self.assertEqual([first, second], [[stream[i][0].tobytes() for i in range(3, 9)]] * 2)
            for persistent in {False, workers > 0}:
                loader = data.DataLoader(stream, batch_size=None, sampler=itertools.count(), num_workers=workers, persistent_workers=persistent)
                first, second = passes(loader, 6)
                self.assertEqual(first, [stream[i][0].tobytes() for i in range(6)])
                self.assertEqual(len({*first, *second}), 12)

        class Morphs(data.IterableDataset):
            def __iter__(self):
                info = data.get_worker_info()
                return stream.split(info.id, info.num_workers) if info else stream

        self.assertEqual(len({b for p in passes(data.DataLoader(Morphs(), batch_size=None), 6) for b in p}), 12)
        first, _ = passes(data.DataLoader(Morphs(), batch_size=None, num_workers=2), 6)
        self.assertEqual(set(first), {stream[stream.index + i][0].tobytes() for i in range(6)})

        share = stream.split(0, 2)

        class Same(data.IterableDataset):
            def __init__(self, split):
                self.split = split

            def __iter__(self):
                return self.split()

        for split in (lambda: share), (lambda: stream.split(0, 2)):  # neither divides the batches among the workers
            with self.assertRaisesRegex(RuntimeError, "all workers would make the same batches"):
                passes(data.DataLoader(Same(split), batch_size=None, num_workers=2), 6)


if __name__ == "__main__":
    unittest.main()
