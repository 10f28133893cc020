package atomicfile

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"unicode/utf8"

	"github.com/gofrs/flock"
)

// A temporary file is locked until it gets its name or is removed. So a temporary file that is
// not locked was left behind by a killed run.

// canLock is false if a lock would keep the run itself from writing to its file.
const canLock = runtime.GOOS != "windows"

// lockOf locks an existing file. The lock is nil if another run holds it, if the file no longer
// exists, or if the system has no locks.
func lockOf(path string) (lock *flock.Flock, others bool) {
	lock = flock.New(path, flock.SetFlag(os.O_RDWR))
	taken, err := lock.TryLock()
	if taken {
		return lock, false
	}
	_ = lock.Close() // there is nothing to unlock
	return nil, err == nil
}

// removedUnlocked reports whether another run removed a file before it could be locked.
func removedUnlocked(path string, file *os.File) bool {
	there, err := os.Lstat(path)
	if err != nil {
		return true
	}
	own, err := file.Stat()
	return err == nil && !os.SameFile(there, own)
}

// temporarySuffix is what follows the prefix in the name of a temporary file.
var temporarySuffix = regexp.MustCompile(`^\.[0-9a-f]{8}\.tmp$`)

// temporaryPrefix returns the start of the names of a target's temporary files. If a name would
// be too long, it is cut after a whole character and the rest is replaced by its hash.
func temporaryPrefix(target string) string {
	const most = 200 // of the 255 bytes that most file systems allow
	name := filepath.Base(target)
	if len(name) <= most {
		return "." + name
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name)) // never fails
	end := most
	for !utf8.RuneStart(name[end]) && end > most-utf8.UTFMax {
		end--
	}
	return fmt.Sprintf(".%s~%08x", name[:end], hash.Sum32())
}

// removeLeftBehind removes the temporary files of a target that killed runs left behind and
// returns how many there were. It ignores files that cannot be examined or removed, as they
// do not affect a run.
func removeLeftBehind(target string) (removed int) {
	dir, err := os.Open(filepath.Dir(target))
	if err != nil {
		return 0
	}
	defer func() { _ = dir.Close() }()
	prefix := temporaryPrefix(target)
	for {
		const some = 1000 // bounds memory for large directories
		names, err := dir.Readdirnames(some)
		for _, name := range names {
			if len(name) > len(prefix) && name[:len(prefix)] == prefix && temporarySuffix.MatchString(name[len(prefix):]) &&
				removeUnlocked(filepath.Join(dir.Name(), name)) {
				removed++
			}
		}
		if err != nil {
			return removed
		}
	}
}

// removeUnlocked removes a temporary file unless a run holds its lock.
func removeUnlocked(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() { // runs make only regular files
		return false
	}
	lock, _ := lockOf(path)
	if lock == nil {
		return false
	}
	defer func() { _ = lock.Close() }()
	return os.Remove(path) == nil
}
