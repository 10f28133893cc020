// Package atomicfile writes files that appear under their names only once they are complete and
// safely stored. Until then, the bytes are in a temporary file next to the target. Store syncs the
// temporary file, and Commit renames it. A File can also wrap standard output, a device or a pipe.
// It then writes to it directly.
package atomicfile
