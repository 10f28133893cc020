package files

import (
	"fmt"
	"strings"
)

// remotes lists, by URL scheme, the commands that copy a remote file to standard output, standard
// input to a remote file, and a directory in either direction.
var remotes = []struct{ scheme, read, write, sync string }{
	{"s3://", "aws s3 cp %s -", "aws s3 cp - %s", "aws s3 sync %s %s"},
	{"gs://", "gcloud storage cat %s", "gcloud storage cp - %s", "gcloud storage rsync --recursive %s %s"},
	{"https://", "curl -fsSL %s", "", ""},
	{"http://", "curl -fsSL %s", "", ""},
	{hub, "", "", ""},
}

// hub is the scheme of the Hugging Face Hub, whose commands take the repository and the file as
// separate arguments.
const hub = "hf://"

// RejectRemoteInput returns an error if the name of an input is a URL. The error says how to read
// the data instead.
func RejectRemoteInput(name string) error {
	for _, r := range remotes {
		switch {
		case !strings.HasPrefix(name, r.scheme):
		case r.read == "":
			repository, file, options := inHub(name)
			return fmt.Errorf("%s: only files and pipes are read; download it first (hf download %s%s%s)", Printable(name), repository, file, options)
		case strings.HasSuffix(name, "/") && r.sync != "":
			return fmt.Errorf("%s: only files and pipes are read; download it first (%s)", Printable(name), fmt.Sprintf(r.sync, InShell(name), "DIR/"))
		default:
			return fmt.Errorf("%s: only files and pipes are read; pipe it to standard input, which is called - (%s | ...), or download it first if it is Parquet or a zip archive", Printable(name), fmt.Sprintf(r.read, InShell(name)))
		}
	}
	return nil
}

// RejectRemoteOutput returns an error if the name of an output, which may be a directory, is a URL.
// The error says how to write there instead.
func RejectRemoteOutput(name string, directory bool) error {
	for _, r := range remotes {
		if !strings.HasPrefix(name, r.scheme) {
			continue
		}
		what, command := "write a file and upload it", ""
		if directory {
			what = "write a directory and upload it"
		}
		switch repository, file, options := inHub(name); {
		case r.scheme == hub && directory:
			command = fmt.Sprintf(" (hf upload %s DIR/%s)", repository, options)
		case r.scheme == hub:
			command = fmt.Sprintf(" (hf upload %s FILE%s%s)", repository, file, options)
		case directory && r.sync != "":
			command = fmt.Sprintf(" ("+r.sync+")", "DIR/", InShell(name))
		case r.write != "":
			what = "write to standard output, which is called -, and pipe it there"
			command = fmt.Sprintf(" (... | "+r.write+"), or upload a file", InShell(name))
		}
		return fmt.Errorf("%s: only files and pipes are written; %s%s", Printable(name), what, command)
	}
	return nil
}

// inHub divides a URL such as hf://datasets/OWNER/NAME/FILE into the arguments that the Hub's
// commands take: the repository, the file, which may be empty, and the options.
func inHub(name string) (repository, file, options string) {
	path := strings.TrimPrefix(name, hub)
	if rest, found := strings.CutPrefix(path, "datasets/"); found {
		path, options = rest, " --repo-type dataset"
	}
	words := strings.SplitN(path, "/", 3)
	repository = InShell(strings.Join(words[:min(len(words), 2)], "/"))
	if len(words) > 2 && words[2] != "" {
		file = " " + InShell(words[2])
	}
	return repository, file, options
}
