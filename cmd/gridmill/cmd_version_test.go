package main

import (
	"runtime/debug"
	"testing"
)

// TestVersionsNameCommits checks that the version is the commit if the release is not known.
func TestVersionsNameCommits(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	for want, info := range map[string]*debug.BuildInfo{
		"development":              new(debug.BuildInfo),
		"v1.2.3":                   {Main: debug.Module{Version: "v1.2.3"}},
		"development-0123456789ab": {Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{commit}},
		"development-0123456789ab-modified": {Settings: []debug.BuildSetting{
			commit, {Key: "vcs.modified", Value: "true"},
		}},
	} {
		if got := versionOf(info); got != want {
			t.Errorf("the version is %s, want %s", got, want)
		}
	}
	if got := versionOf(nil); got != "development" {
		t.Errorf("without build information the version is %s", got)
	}
}
