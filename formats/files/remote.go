package files

import (
	"fmt"
	"regexp"
	"strings"
)

// remotes maps address schemes to commands that error messages suggest for downloads and uploads.
var remotes = map[string]struct{ get, put string }{
	"s3://":    {"aws s3 cp ADDRESS FILE", "aws s3 cp - ADDRESS < FILE"},
	"gs://":    {"gcloud storage cp ADDRESS FILE", "gcloud storage cp - ADDRESS < FILE"},
	"http://":  {"curl -fsSL ADDRESS > FILE", ""},
	"https://": {"curl -fsSL ADDRESS > FILE", ""},
	"hf://":    {"hf download", ""},
}

var schemePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// RejectRemoteInput rejects an input that is a remote address. The error says how to read the data.
func RejectRemoteInput(name string) error {
	scheme := schemePattern.FindString(name)
	switch get := remotes[strings.ToLower(scheme)].get; {
	case scheme == "":
		return nil
	case get != "":
		return fmt.Errorf("%s: gridmill reads only files and pipes; download the file first (%s)", Printable(name), withAddress(get, name, scheme))
	}
	return fmt.Errorf("%s: gridmill reads only files and pipes; copy the data to a file first", Printable(name))
}

// RejectRemoteOutput returns an error if an output is a remote address. The error says how to
// upload the output.
func RejectRemoteOutput(name string) error {
	scheme := schemePattern.FindString(name)
	switch put := remotes[strings.ToLower(scheme)].put; {
	case scheme == "":
		return nil
	case strings.HasSuffix(name, "/"):
		return fmt.Errorf("%s: gridmill writes only to files and pipes; write to a local directory, and upload the directory", Printable(name))
	case put != "":
		return fmt.Errorf("%s: gridmill writes only to files and pipes; write to a local file and upload the file (%s), or pipe standard output to the upload command", Printable(name), withAddress(put, name, scheme))
	}
	return fmt.Errorf("%s: gridmill writes only to files and pipes; write to a local file, and copy the file to this address", Printable(name))
}

// withAddress inserts an address into a command. Some commands require a scheme in lower case.
func withAddress(command, name, scheme string) string {
	return strings.ReplaceAll(command, "ADDRESS", InShell(strings.ToLower(scheme)+name[len(scheme):]))
}
