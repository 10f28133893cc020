"""Compares the library with the program. Both must give the same results."""

import random
import unittest

import numpy as np

import gridmill

from .common import PUZZLE, SOLUTION, corpus, made, program


class SameAsTheProgram(unittest.TestCase):
    def test_solve(self):
        puzzles = [p for name in ("minimal.txt", "hard.txt", "many-solutions.txt", "no-solution.txt") for p in corpus(name)]
        self.assertGreater(len(puzzles), 2000)
        for options in {}, {"max_solutions": 1}, {"max_solutions": 7, "max_guesses": 3}:
            flags = [f"--{k.replace('_', '-')}={v}" for k, v in options.items()]
            want = program("solve", [{"puzzle": p} for p in puzzles], *flags)
            r = gridmill.solve(puzzles, **options)
            self.assertEqual(gridmill.texts(r.solutions), [w["solution"] or "." * 81 for w in want])
            self.assertEqual([gridmill.Verdict(v).name.lower() for v in r.verdicts], [w["verdict"] for w in want])
            self.assertEqual(r.counts.tolist(), [w["solution_count"] for w in want])
            self.assertEqual(r.guesses.tolist(), [w["guesses"] for w in want])
        self.assertEqual(gridmill.count(puzzles, 7).max(), 7)

    def test_columns(self):
        puzzles = corpus("minimal.txt")[:150] + corpus("many-solutions.txt")[:20] + corpus("no-solution.txt")[:20]
        want = program("solve", [{"puzzle": p} for p in puzzles], "--with=minlex,class,difficulty,techniques,steps")
        r, ratings, names = gridmill.solve(puzzles), gridmill.rate(puzzles), gridmill.techniques()
        forms = gridmill.texts(gridmill.minlex(puzzles))
        classes = dict(zip(np.flatnonzero(r.unique), gridmill.classes(r.solutions[r.unique])))
        for i, w in enumerate(want):
            self.assertEqual(forms[i], w["minlex"] or "." * 81)
            self.assertEqual(f"{classes[i]:016x}" if i in classes else None, w["solution_class"])
            self.assertEqual(gridmill.DIFFICULTIES[ratings[i]["difficulty"]] or None, w["difficulty"])
            self.assertEqual(names[ratings[i]["hardest"]] if i in classes else None, w["hardest"])
            for k, name in enumerate(names[1:21]):
                removed = "placed_singles" if k == 0 else "removed_" + name
                self.assertEqual([ratings[i]["waves"][k], ratings[i]["removed"][k]], [w["waves_" + name], w[removed]])
            if i in classes:
                self.assertEqual(gridmill.steps(puzzles[i]), w["steps"] or [])

    def test_generate(self):
        for flags, options in {
            ("--seed=9",): {},
            ("--seed=9", "--clues=28:30", "--symmetry=half-turn", "--per-grid=3"): dict(clues=(28, 30), symmetry="half-turn", per_grid=3),
            ("--seed=9", "--difficulty=medium:hard", "--grids-of=4"): dict(difficulty=("medium", "hard"), grids_of=4),
            ("--seed=9", "--guesses=2:", "--minimal"): dict(guesses=(2, None), minimal=True),
        }.items():
            want = program("generate", None, "--count=70", *flags)
            got = gridmill.generate(9, 0, 70, **options)
            self.assertEqual(gridmill.texts(got.puzzles), [w["puzzle"] for w in want])
            self.assertEqual(gridmill.texts(got.solutions), [w["solution"] for w in want])
            self.assertEqual(got.minimal.tolist(), [w["minimal"] for w in want])
            later = gridmill.generate(9, 40, 10, **options)
            self.assertTrue((later.puzzles == got.puzzles[40:50]).all())

    def test_score(self):
        m, r = made(60), random.Random(3)
        rows = []
        for puzzle, solution in zip(gridmill.texts(m.puzzles), gridmill.texts(m.solutions)):
            for damage in range(6):
                output = list(solution)
                for _ in range(damage):
                    output[r.randrange(81)] = r.choice("123456789.")
                text = "".join(output)
                wrap = [text, f"Thus:\n```\n{text}\n```", f"<answer>{text}</answer>", "\n".join(text[i : i + 9] for i in range(0, 81, 9)), text[:80], ""]
                rows.append({"puzzle": puzzle, "solution": solution, "output": r.choice(wrap)})
        for p in corpus("many-solutions.txt")[:40]:
            rows.append({"puzzle": p, "solution": None, "output": gridmill.texts(gridmill.solve(p).solutions)[0]})
        self._scores(rows, "solved=1,cells_right=0.25,conflicts=-0.5,exact=0.125", moves=False)
        moves = [{"puzzle": w["puzzle"], "solution": w["solution"], "output": "[[1, 1, 5], [2, 2, 3], [9, 9, 1]]"} for w in rows]
        self._scores(moves, "moves_legal=1,moves_forced=0.5", moves=True)

    def _scores(self, rows, reward, moves):
        want = program("score", rows, "--predictions=output", "--reward=" + reward, *(["--moves"] if moves else []))
        answers = [w["solution"] or "." * 81 for w in rows]
        got = gridmill.score([w["puzzle"] for w in rows], [w["output"] for w in rows], answers=answers, moves=moves, reward=reward)
        found = gridmill.found_names()
        for g, w, row in zip(got, want, rows):
            for name in "cells", "filled", "clues_kept", "conflicts", "solved", "consistent", "reward":
                self.assertEqual(g[name], w[name], (name, row))
            self.assertEqual(g["cells_right"], -1 if w["cells_right"] is None else w["cells_right"])
            if row["solution"]:
                self.assertEqual(g["exact"], w["exact"])
            if row["output"] and not moves:
                self.assertEqual(found[g["found"]], w["found"])
            if moves:
                for name in "moves", "moves_legal", "moves_consistent", "moves_forced", "moves_repeated", "first_wrong":
                    self.assertEqual(g[name], w[name], (name, row))

    def test_names(self):
        names = gridmill.puzzles._library.names
        self.assertEqual([v.name.lower() for v in gridmill.Verdict], names(1))
        self.assertEqual(list(gridmill.DIFFICULTIES), names(3))
        self.assertEqual(list(gridmill.SYMMETRIES), names(5))

    def test_one(self):
        self.assertEqual(gridmill.texts(gridmill.solve(PUZZLE).solutions), [SOLUTION])
        self.assertIn("r1c6 is 8, which has no other place in box 2", gridmill.sentences(PUZZLE))
        unfair = corpus("hard.txt")[0]
        self.assertTrue(gridmill.steps(unfair, search=True))
        for wrong in "." * 81, "11" + "." * 79, [PUZZLE, PUZZLE]:
            with self.assertRaises(ValueError):
                gridmill.steps(wrong)


if __name__ == "__main__":
    unittest.main()
