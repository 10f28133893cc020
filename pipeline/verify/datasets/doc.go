// Package datasets checks the directories that gridmill dataset creates. A directory must contain
// exactly the files that gridmill wrote, and the files must match their layouts and counts. Each
// row must be a puzzle with its solution. Morphs must follow their original. Puzzles must not
// repeat, and splits must not share puzzles.
//
// These source files hold most checks:
//   - counts.go checks the figures in _SUCCESS.json.
//   - columns.go checks the names and types of columns.
//   - row_check.go checks single rows, and chat.go checks the rows of the chat layout.
//   - row_sequence.go compares rows with each other, and checks totals.
//   - extra_files.go checks the dataset card and other files without rows.
//   - leaks.go finds puzzles that are repeated, shared by splits, or in an excluded file.
package datasets
