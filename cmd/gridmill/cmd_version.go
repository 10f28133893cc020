package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/cmd/internal/build"
)

func newVersion(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and build information",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(s.stdout, "gridmill %s\n%s\n", version(), strings.Join(buildFacts(), "\n"))
			return err
		},
	}
}

func version() string { return build.Version() }

// buildFacts returns lines that describe how the program was built.
func buildFacts() []string {
	facts := []string{fmt.Sprintf("built with %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/apache/arrow/go/v15" || m.Path == "github.com/klauspost/compress" {
				facts = append(facts, fmt.Sprintf("with %s %s", m.Path, m.Version))
			}
		}
	}
	return facts
}
