package files

import (
	"fmt"
	"strings"
)

// remotes has the commands that copy a file from another place to standard output, and from
// standard input to there.
var remotes = []struct{ scheme, read, write string }{
	{"s3://", "aws s3 cp %s -", "aws s3 cp - %s"},
	{"gs://", "gcloud storage cat %s", "gcloud storage cp - %s"},
	{"https://", "curl -fsSL %s", ""},
	{"http://", "curl -fsSL %s", ""},
	{"hf://", "", ""},
}

// RejectRemoteInput returns an error if the name of an input is an address, which says how its
// data can be read instead.
func RejectRemoteInput(name string) error {
	for _, r := range remotes {
		switch {
		case !strings.HasPrefix(name, r.scheme):
		case r.read == "":
			return fmt.Errorf("%s: only files and pipes are read; download it first (hf download)", Printable(name))
		default:
			return fmt.Errorf("%s: only files and pipes are read; pipe it to standard input, which is called - (%s | ...), or download it first if it is Parquet or a zip archive", Printable(name), fmt.Sprintf(r.read, InShell(name)))
		}
	}
	return nil
}

// RejectRemoteOutput returns an error if the name of an output is an address, which says how to
// write there instead.
func RejectRemoteOutput(name string) error {
	for _, r := range remotes {
		switch {
		case !strings.HasPrefix(name, r.scheme):
		case r.write == "":
			return fmt.Errorf("%s: only files and pipes are written; write a file and upload it", Printable(name))
		default:
			return fmt.Errorf("%s: only files and pipes are written; write to standard output, which is called -, and pipe it there (... | %s), or upload a file", Printable(name), fmt.Sprintf(r.write, InShell(name)))
		}
	}
	return nil
}
