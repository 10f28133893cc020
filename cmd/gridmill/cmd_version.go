package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersion(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and how it was built",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(s.stdout, "gridmill %s\n%s\n", version(), strings.Join(buildFacts(), "\n"))
			return err
		},
	}
}

// release is the version of the release. The Makefile derives it from the repository's tags.
var release string

// version returns the version of the program. It is the release or, if that is not set, the module
// version or commit that the Go tool recorded.
func version() string {
	if release != "" {
		return release
	}
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// versionOf returns the version that info records. info may be nil.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return "development"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = "-" + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "-modified"
		}
	}
	return "development" + commit + modified
}

// buildFacts returns lines that say how the program was built.
func buildFacts() []string {
	facts := []string{fmt.Sprintf("built with %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			switch m.Path {
			case "github.com/apache/arrow/go/v15", "github.com/klauspost/compress":
				facts = append(facts, fmt.Sprintf("with %s %s", m.Path, m.Version))
			}
		}
	}
	return facts
}
