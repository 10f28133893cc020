package atomicfile

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"github.com/gofrs/flock"
)

// A temporary file is locked until it has its name or is removed. So one that is not locked
// was left behind by a run that was killed.

// canLock is false where a lock would keep the run itself from writing to its file.
const canLock = runtime.GOOS != "windows"

// lockOf locks a file that exists. The lock is nil where another run has it, and where the
// file is gone or there are no locks.
func lockOf(path string) (lock *flock.Flock, others bool) {
	lock = flock.New(path, flock.SetFlag(os.O_RDWR))
	taken, err := lock.TryLock()
	if taken {
		return lock, false
	}
	_ = lock.Close() // there is nothing to unlock
	return nil, err == nil
}

// removedUnlocked reports whether another run removed a file before it was locked.
func removedUnlocked(path string, file *os.File) bool {
	there, err := os.Lstat(path)
	if err != nil {
		return true
	}
	own, err := file.Stat()
	return err == nil && !os.SameFile(there, own)
}

// temporarySuffix is what follows the name of the target in that of a temporary file.
var temporarySuffix = regexp.MustCompile(`^\.[0-9a-f]{8}\.tmp$`)

// removeLeftBehind removes the temporary files of a target that killed runs left behind, and
// returns how many there were. What cannot be looked at or removed stays, as it is in no run's
// way.
func removeLeftBehind(target string) (removed int) {
	dir, err := os.Open(filepath.Dir(target))
	if err != nil {
		return 0
	}
	defer func() { _ = dir.Close() }()
	prefix := "." + filepath.Base(target)
	for {
		const some = 1000 // so that memory does not grow with the directory
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

// removeUnlocked removes a temporary file unless a run has locked it.
func removeUnlocked(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() { // runs make nothing else
		return false
	}
	lock, _ := lockOf(path)
	if lock == nil {
		return false
	}
	defer func() { _ = lock.Close() }()
	return os.Remove(path) == nil
}
