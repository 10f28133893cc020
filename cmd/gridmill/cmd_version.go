package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/cmd/internal/build"
)

func newVersion(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and build information",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			text := fmt.Appendf(nil, "gridmill %s\nbuilt with %s for %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, m := range info.Deps {
					if m.Path == "github.com/apache/arrow/go/v15" || m.Path == "github.com/klauspost/compress" {
						text = fmt.Appendf(text, "with %s %s\n", m.Path, m.Version)
					}
				}
			}
			_, err := s.stdout.Write(text)
			return err
		},
	}
}

func version() string { return build.Version() }
