// Package build describes how gridmill was built.
package build

import "runtime/debug"

// release is the version set by the Makefile, the Dockerfile or python/backend.py. It can be empty.
var release string

// Version returns release or, if release is empty, the module version that the go command recorded.
// Without a module version, it returns "development".
func Version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}
