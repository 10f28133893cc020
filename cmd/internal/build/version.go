// Package build says how gridmill was built.
package build

import "runtime/debug"

// Version returns release. If release is empty, Version returns the module version recorded by the
// go command, or "development" if there is none. Between releases, the module version includes the
// commit.
func Version(release string) string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}
