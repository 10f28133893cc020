// Package build says how gridmill was built.
package build

import "runtime/debug"

// release is the version that the Makefile or python/backend.py sets. It can be empty.
var release string

// Version returns release if it is set. Otherwise, Version returns the module version recorded by
// the go command, or "development" if there is no module version. Between releases, the module
// version includes the commit.
func Version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}
