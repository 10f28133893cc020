/* gridmill solves, makes, scores, rates and transforms Sudoku puzzles by the million.
 *
 * A grid is 81 bytes, row by row: 1 to 9, or 0 for a blank. Other values are errors. gridmill_parse
 * converts text to grids.
 *
 * Numbers of rows and elements, and indices of first elements, must be from 0 to 2^40.
 *
 * Callers provide all memory. A function reads and writes only the memory that its comment
 * describes, and does not keep pointers. Where a comment permits NULL for a result, NULL skips that
 * result. The memory of a result must not overlap other results or arguments. Several threads may
 * call functions at the same time. Each call runs only in the thread of its caller.
 *
 * Functions return GRIDMILL_OK or an error code. They describe the error in the last argument,
 * unless it is NULL. After an error, the contents of results are undefined.
 *
 * A child process made by fork() must not use a library that its parent has used, because the Go
 * runtime does not survive fork(). */
#ifndef GRIDMILL_H
#define GRIDMILL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GRIDMILL_OK = 0,
  GRIDMILL_BAD_ARGUMENT = 1, /* an argument is out of range, or an option is malformed */
  GRIDMILL_BAD_CELL = 2,     /* a cell of a row is neither a digit nor a blank */
  GRIDMILL_BAD_ROW = 3,      /* a row is not valid for the function, e.g. not a solution */
  GRIDMILL_NO_PUZZLE = 4,    /* no puzzle was found within the given attempts */
  GRIDMILL_TOO_SMALL = 5,    /* a buffer is too small for the text */
  GRIDMILL_FAILED = 6        /* an error in the library itself */
};

typedef struct gridmill_error {
  int32_t code;
  int64_t row;       /* the row with the error, from 0; -1 if the error is not in a row */
  char message[256]; /* a message in English that says what is wrong, with a final zero byte */
} gridmill_error;

/* Lists of names. Results contain the index of a name in its list, from 0. Each name ends with a
 * newline. The first name may be empty. */
enum {
  GRIDMILL_VERSION = 0,      /* the version of the library */
  GRIDMILL_VERDICTS = 1,     /* invalid, none, unique, multiple, solved, unfinished */
  GRIDMILL_FOUND = 2,        /* how grids in texts are written */
  GRIDMILL_DIFFICULTIES = 3, /* "", easy, medium, hard, unfair, extreme */
  GRIDMILL_TECHNIQUES = 4,   /* "none", singles, locked_candidates, ... */
  GRIDMILL_SYMMETRIES = 5    /* none, half-turn, ... */
};

/* gridmill_names writes a list of names and a zero byte to text, which has size bytes. */
int32_t gridmill_names(int32_t list, char *text, int64_t size, gridmill_error *error);

/* gridmill_parse converts n adjacent strings of 81 characters to grids. The characters are 1 to 9,
 * and 0 . _ * - x X ? for blanks. Without these blanks, spaces are blanks, too. */
int32_t gridmill_parse(const char *texts, int64_t n, uint8_t *grids, gridmill_error *error);

/* gridmill_solve searches for the solutions of n puzzles. A search ends after max_solutions
 * solutions; with 2, it proves whether the solution is unique. A search also ends after max_guesses
 * guesses; 0 means no limit. Each result has n elements and may be NULL. solutions holds the first
 * solution of each puzzle, or zeros if none was found. verdicts holds indices into
 * GRIDMILL_VERDICTS. counts holds the numbers of solutions found. guesses holds the numbers of
 * guesses. */
int32_t gridmill_solve(const uint8_t *puzzles, int64_t n, int32_t max_solutions, int32_t max_guesses,
                       uint8_t *solutions, uint8_t *verdicts, int32_t *counts, int32_t *guesses,
                       gridmill_error *error);

/* The score of a model output; gridmill help scores explains the values. */
typedef struct gridmill_score {
  int32_t found;       /* how the grid is written (GRIDMILL_FOUND) */
  int32_t cells;       /* 81 if there is a grid */
  int32_t filled;      /* cells that hold a digit */
  int32_t clues_kept;  /* clues that are unchanged */
  int32_t conflicts;   /* cells whose digit repeats in a house */
  int32_t cells_right; /* blanks filled correctly; -1 unless there is exactly one solution */
  int32_t moves, moves_legal, moves_consistent, moves_forced, moves_repeated, first_wrong;
  uint8_t solved, consistent, exact;
  double reward; /* rounded to thousandths */
} gridmill_score;

/* gridmill_score_outputs scores one output for each of n puzzles. Output i is the bytes of texts
 * from ends[i] to ends[i+1], so ends has n+1 elements. If ends is NULL, texts holds n grids.
 * answers is NULL or holds n grids. exact is 1 if an output equals its answer. If moves is not 0,
 * the outputs are lists of moves. reward is NULL or a string such as "solved=1,cells_right=0.2". A
 * reward with exact requires answers. */
int32_t gridmill_score_outputs(const uint8_t *puzzles, int64_t n, const char *texts, const int64_t *ends,
                               const uint8_t *answers, int32_t moves, const char *reward,
                               gridmill_score *scores, gridmill_error *error);

/* gridmill_extract finds the last whole grid in each of n texts, or zeros if there is none. If a
 * text is a JSON array of chat messages, gridmill_extract searches only the content of the last
 * message with the given role. If role is "user", it searches all messages of the user, and prefers
 * the last grid with blanks. found holds indices into GRIDMILL_FOUND and may be NULL. */
int32_t gridmill_extract(const char *texts, const int64_t *ends, int64_t n, const char *role, uint8_t *grids,
                         int32_t *found, gridmill_error *error);

/* A range includes both ends. */
typedef struct gridmill_range {
  int32_t from, to;
} gridmill_range;

/* The options of gridmill_generate. "gridmill help generate" explains them. If all options
 * except the seed are 0, the puzzles are the same as those of the command "gridmill generate" with
 * only a seed. A range that is NULL permits all values. */
typedef struct gridmill_options {
  uint64_t seed;
  const uint64_t *grids_of;         /* a seed; may be NULL */
  int64_t per_grid;                 /* consecutive rows that share a solution; 0 means 1 */
  int64_t attempts;                 /* per row, before the call fails; 0 means no limit */
  const gridmill_range *clues;      /* number of clues */
  const gridmill_range *guesses;    /* number of guesses that the solver makes */
  const gridmill_range *difficulty; /* GRIDMILL_DIFFICULTIES */
  int32_t symmetry;                 /* GRIDMILL_SYMMETRIES */
  int32_t minimal;                  /* not 0: puzzles need every clue */
} gridmill_options;

/* gridmill_generate makes n puzzles: rows first to first+n-1, counted from 0, of the endless
 * sequence that the options determine. minimal is 1 if the puzzle needs every clue. solutions and
 * minimal may be NULL. */
int32_t gridmill_generate(const gridmill_options *options, int64_t first, int64_t n, uint8_t *puzzles,
                          uint8_t *solutions, uint8_t *minimal, gridmill_error *error);

/* gridmill_morph makes count morphs: copies of the n given puzzles, transformed by random
 * symmetries. Each solution is transformed like its puzzle. solutions may be NULL and is not
 * checked. The morphs are elements first to first+count-1, counted from 0, of a sequence that
 * depends on seed and n. Each group of n elements has one morph of every row, in random order.
 * Sudoku has 1,218,998,108,160 symmetries. Within the first 1,218,998,108,160 * n elements, no row
 * gets one of them twice. The results have count elements. rows holds the row of each morph's
 * original and may be NULL. */
int32_t gridmill_morph(const uint8_t *puzzles, const uint8_t *solutions, int64_t n, uint64_t seed,
                       int64_t first, int64_t count, uint8_t *morphed_puzzles, uint8_t *morphed_solutions,
                       int64_t *rows, gridmill_error *error);

/* gridmill_minlex finds the canonical form of each of n puzzles: the smallest equivalent puzzle. If
 * a clue repeats in a house, all cells of the form are 0. */
int32_t gridmill_minlex(const uint8_t *puzzles, int64_t n, uint8_t *forms, gridmill_error *error);

/* gridmill_class finds the class of each of n solutions, as a number, and how many symmetries map
 * the solution onto itself. symmetries may be NULL. */
int32_t gridmill_class(const uint8_t *solutions, int64_t n, uint64_t *classes, int32_t *symmetries,
                       gridmill_error *error);

#define GRIDMILL_RATED 20 /* number of techniques; the first is singles, number 1 */

/* A gridmill_rating says how hard a puzzle is for people. All fields are 0 unless the puzzle has
 * exactly one solution. */
typedef struct gridmill_rating {
  int32_t difficulty;                                     /* GRIDMILL_DIFFICULTIES */
  int32_t hardest;                                        /* GRIDMILL_TECHNIQUES */
  int32_t waves[GRIDMILL_RATED], removed[GRIDMILL_RATED]; /* for techniques 1, 2, ... */
} gridmill_rating;

int32_t gridmill_rate(const uint8_t *puzzles, int64_t n, gridmill_rating *ratings, gridmill_error *error);

enum { GRIDMILL_JSON = 0, GRIDMILL_SENTENCES = 1 };

/* gridmill_steps writes the steps by which a person would solve a puzzle, and a zero byte, to text,
 * which has size bytes. The puzzle must have exactly one solution. style selects a JSON array, or
 * sentences that end with newlines. If techniques do not lead to the solution, the text is empty
 * or, if search is not 0, includes guesses. *length is set to the length of the text, even if the
 * text does not fit; length may be NULL. */
int32_t gridmill_steps(const uint8_t *puzzle, int32_t style, int32_t search, char *text, int64_t size,
                       int64_t *length, gridmill_error *error);

#ifdef __cplusplus
}
#endif
#endif
