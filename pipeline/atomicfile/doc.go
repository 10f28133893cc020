// Package atomicfile writes files that appear under their names only once they are complete and
// safely stored. Until then, the bytes are in a temporary file next to the target. Store syncs that
// file, and Commit renames it. Standard output, devices and pipes are written directly, through the
// same type.
package atomicfile
