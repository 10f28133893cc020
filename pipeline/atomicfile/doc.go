// Package atomicfile writes files that appear under their names only when they are
// complete and safely stored, or not at all. Until then the bytes are in a temporary
// file beside the target; Store syncs it, and Commit gives it its name. Standard
// output, devices and pipes are written directly, behind the same type.
package atomicfile
