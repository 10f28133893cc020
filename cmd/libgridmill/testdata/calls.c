/* Calls each function of the library with valid and invalid arguments, and from several threads. Each
 * result is in a memory block of exactly its size, so that valgrind and the address sanitizer detect
 * writes beyond the result. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../gridmill.h"

static const char puzzle[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
static const char solution[] = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
static const char least[] = "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.";

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);         \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

static void *block(size_t n) {
  void *p = malloc(n);
  CHECK(p != NULL);
  memset(p, 0xa5, n);
  return p;
}

/* grids returns n copies of the grid in text. */
static uint8_t *grids(const char *text, int n) {
  uint8_t *cells = block(81 * n);
  gridmill_error e;
  for (int i = 0; i < n; i++) CHECK(gridmill_parse(text, 1, cells + 81 * i, &e) == GRIDMILL_OK);
  return cells;
}

static void solves(void) {
  enum { N = 600 };
  uint8_t *p = grids(puzzle, N), *want = grids(solution, N), *s = block(81 * N), *v = block(N);
  int32_t *counts = block(4 * N), *guesses = block(4 * N);
  gridmill_error e;
  memset(p + 81, 0, 81);          /* blank */
  memset(p + 162, 1, 81);         /* contradictory */
  CHECK(gridmill_solve(p, N, 50, 0, s, v, counts, guesses, &e) == GRIDMILL_OK);
  CHECK(v[0] == 2 && v[1] == 3 && v[2] == 1 && counts[0] == 1 && counts[1] == 50 && counts[2] == 0);
  CHECK(!memcmp(s, want, 81) && !memcmp(s + 243, want, 81 * (N - 3)) && s[81] != 0 && s[162] == 0 && guesses[1] > 0);
  CHECK(gridmill_solve(p, N, 2, 0, NULL, NULL, NULL, NULL, NULL) == GRIDMILL_OK);
  CHECK(gridmill_solve(NULL, 0, 2, 0, NULL, NULL, NULL, NULL, &e) == GRIDMILL_OK);
  CHECK(gridmill_solve(NULL, 1, 2, 0, s, NULL, NULL, NULL, &e) == GRIDMILL_BAD_ARGUMENT && e.row == -1);
  CHECK(gridmill_solve(p, -1, 2, 0, s, NULL, NULL, NULL, &e) == GRIDMILL_BAD_ARGUMENT);
  CHECK(gridmill_solve(p, N, 0, 0, s, NULL, NULL, NULL, &e) == GRIDMILL_BAD_ARGUMENT && e.message[0]);
  p[81 * 599 + 80] = 10;
  CHECK(gridmill_solve(p, N, 2, 0, s, NULL, NULL, NULL, &e) == GRIDMILL_BAD_CELL && e.row == 599 && e.code == GRIDMILL_BAD_CELL);
  CHECK(!strcmp(e.message, "cell 80 is 10; cells are 1 to 9, or 0 for a blank"));
  char text[81];
  memcpy(text, puzzle, 81);
  text[40] = 'y';
  CHECK(gridmill_parse(text, 1, s, &e) == GRIDMILL_BAD_CELL && e.row == 0 && strstr(e.message, "character 40"));
  free(p), free(want), free(s), free(v), free(counts), free(guesses);
}

static void scores(void) {
  uint8_t *p = grids(puzzle, 3), *s = grids(solution, 3), *g = block(81 * 3);
  gridmill_score *scores = block(3 * sizeof *scores);
  int64_t *ends = block(4 * sizeof *ends);
  gridmill_error e;
  char texts[400];
  ends[0] = 0;
  ends[1] = sprintf(texts, "%s", solution);
  ends[2] = ends[1] + sprintf(texts + ends[1], "I give up.");
  ends[3] = ends[2] + sprintf(texts + ends[2], "<answer>%s</answer>", puzzle);
  CHECK(gridmill_score_outputs(p, 3, texts, ends, s, 0, "solved=1,cells_right=0.5", scores, &e) == GRIDMILL_OK);
  CHECK(scores[0].solved && scores[0].exact && scores[0].cells_right == 51 && scores[0].reward == 1.5);
  CHECK(!scores[1].solved && scores[1].cells == 0 && scores[1].reward == 0);
  CHECK(!scores[2].solved && scores[2].consistent && scores[2].clues_kept == 30 && scores[2].filled == 30);
  CHECK(gridmill_score_outputs(p, 3, (char *)s, NULL, NULL, 0, NULL, scores, &e) == GRIDMILL_OK && scores[2].solved);
  CHECK(gridmill_score_outputs(p, 1, "[[1, 3, 4], [1, 3, 5]]", (int64_t[]){0, 22}, NULL, 1, NULL, scores, &e) == GRIDMILL_OK);
  CHECK(scores[0].moves == 2 && scores[0].moves_consistent == 1 && scores[0].first_wrong == 2);
  CHECK(gridmill_score_outputs(p, 3, texts, ends, NULL, 0, "speed=1", scores, &e) == GRIDMILL_BAD_ARGUMENT);
  CHECK(gridmill_score_outputs(p, 3, texts, ends, NULL, 0, "exact=1", scores, &e) == GRIDMILL_BAD_ARGUMENT && strstr(e.message, "answers"));
  CHECK(gridmill_extract(texts, ends, 3, "assistant", g, NULL, &e) == GRIDMILL_OK && !memcmp(g, s, 81) && g[81] == 0);
  CHECK(gridmill_extract(texts, (int64_t[]){0, 9, 4, 20}, 3, "user", g, NULL, &e) == GRIDMILL_BAD_ARGUMENT && e.row == 1);
  ends[1] = -1;
  CHECK(gridmill_extract(texts, ends, 3, "user", g, NULL, &e) == GRIDMILL_BAD_ARGUMENT);
  free(p), free(s), free(g), free(scores), free(ends);
}

static void makes(void) {
  enum { N = 12 };
  uint8_t *p = block(81 * N), *s = block(81 * N), *m = block(N), *mp = block(81 * 100), *ms = block(81 * 100), *v = block(100);
  int64_t *rows = block(8 * 100);
  gridmill_error e;
  gridmill_options o = {.seed = 7};
  CHECK(gridmill_generate(&o, 0, N, p, s, m, &e) == GRIDMILL_OK && m[0] == 1);
  CHECK(gridmill_generate(&o, 5, 1, mp, NULL, NULL, &e) == GRIDMILL_OK && !memcmp(mp, p + 81 * 5, 81));
  CHECK(gridmill_morph(p, s, N, 3, 0, 100, mp, ms, rows, &e) == GRIDMILL_OK);
  uint8_t *solved = block(81 * 100);
  CHECK(gridmill_solve(mp, 100, 2, 0, solved, v, NULL, NULL, &e) == GRIDMILL_OK && v[99] == 2 && !memcmp(solved, ms, 81 * 100));
  CHECK(gridmill_morph(p, NULL, N, 3, 99, 1, solved, NULL, NULL, &e) == GRIDMILL_OK && !memcmp(solved, mp + 81 * 99, 81));
  CHECK(gridmill_morph(p, NULL, 0, 3, 0, 1, solved, NULL, NULL, &e) == GRIDMILL_BAD_ARGUMENT);
  o.clues = &(gridmill_range){3, 4};
  CHECK(gridmill_generate(&o, 0, N, p, s, NULL, &e) == GRIDMILL_BAD_ARGUMENT);
  o.clues = &(gridmill_range){17, 17}, o.minimal = 1, o.attempts = 2;
  CHECK(gridmill_generate(&o, 0, N, p, s, NULL, &e) == GRIDMILL_NO_PUZZLE && e.message[0]);
  CHECK(e.row >= 0 && e.row < N && !strstr(e.message, "row"));
  CHECK(gridmill_generate(&o, 7, 1, p, s, NULL, &e) == GRIDMILL_NO_PUZZLE && e.row == 0);
  CHECK(gridmill_generate(&(gridmill_options){.per_grid = -1}, 0, 1, p, s, NULL, &e) == GRIDMILL_BAD_ARGUMENT && strstr(e.message, "-1"));
  CHECK(gridmill_generate(&(gridmill_options){.symmetry = -1}, 0, 1, p, s, NULL, &e) == GRIDMILL_BAD_ARGUMENT && strstr(e.message, "-1"));
  CHECK(gridmill_generate(&(gridmill_options){.symmetry = 257}, 0, 1, p, s, NULL, &e) == GRIDMILL_BAD_ARGUMENT && strstr(e.message, "257"));
  CHECK(gridmill_generate(&(gridmill_options){.difficulty = &(gridmill_range){1, 257}}, 0, 1, p, s, NULL, &e) == GRIDMILL_BAD_ARGUMENT && strstr(e.message, "257"));
  free(p), free(s), free(m), free(mp), free(ms), free(v), free(rows), free(solved);
}

static void explains(void) {
  uint8_t *p = grids(puzzle, 2), *s = grids(solution, 2), *want = grids(least, 2), *f = block(162);
  uint64_t *classes = block(16);
  gridmill_rating *ratings = block(2 * sizeof *ratings);
  gridmill_error e;
  CHECK(gridmill_minlex(p, 2, f, &e) == GRIDMILL_OK && !memcmp(f, want, 162));
  CHECK(gridmill_class(s, 2, classes, NULL, &e) == GRIDMILL_OK && classes[0] == classes[1] && classes[0]);
  CHECK(gridmill_class(p, 2, classes, NULL, &e) == GRIDMILL_BAD_ROW && e.row == 0);
  memset(p + 81, 0, 81);
  CHECK(gridmill_rate(p, 2, ratings, &e) == GRIDMILL_OK);
  CHECK(ratings[0].difficulty == 1 && ratings[0].hardest == 1 && ratings[0].removed[0] == 51 && ratings[1].hardest == 0);
  int64_t length = 0;
  CHECK(gridmill_steps(p, GRIDMILL_JSON, 0, NULL, 0, &length, &e) == GRIDMILL_TOO_SMALL && length > 1000);
  char *text = block(length + 1);
  CHECK(gridmill_steps(p, GRIDMILL_JSON, 0, text, length, NULL, &e) == GRIDMILL_TOO_SMALL);
  CHECK(gridmill_steps(p, GRIDMILL_JSON, 0, text, length + 1, NULL, &e) == GRIDMILL_OK);
  CHECK(strlen(text) == (size_t)length && text[0] == '[' && text[length - 1] == ']');
  CHECK(gridmill_steps(p, GRIDMILL_SENTENCES, 1, text, length + 1, NULL, &e) == GRIDMILL_OK && strstr(text, "r1c6 is 8"));
  CHECK(gridmill_steps(p + 81, GRIDMILL_JSON, 0, text, length, NULL, &e) == GRIDMILL_BAD_ROW);
  CHECK(gridmill_names(GRIDMILL_VERDICTS, text, length, &e) == GRIDMILL_OK && !strncmp(text, "invalid\nnone\n", 13));
  CHECK(gridmill_names(9, text, length, &e) == GRIDMILL_BAD_ARGUMENT);
  free(p), free(s), free(want), free(f), free(classes), free(ratings), free(text);
}

static void *all(void *unused) {
  solves(), scores(), makes(), explains();
  return unused;
}

int main(void) {
  enum { THREADS = 2 };
  pthread_t threads[THREADS];
  all(NULL);
  for (int i = 0; i < THREADS; i++) CHECK(!pthread_create(&threads[i], NULL, all, NULL));
  for (int i = 0; i < THREADS; i++) CHECK(!pthread_join(threads[i], NULL));
  puts("all calls do what gridmill.h says");
  return 0;
}
