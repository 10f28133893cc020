// Package atomicfile writes files that appear under their names only when they are complete and
// safely stored. Until then, the bytes are in a temporary file in the same directory. Store syncs
// the temporary file, and Commit renames it. Standard output, devices and pipes are written
// directly.
package atomicfile
