package files

import (
	"errors"
	"fmt"
	"strings"
)

// A remote lists the commands for a URL scheme. FROM and TO are placeholders for names.
type remote struct {
	scheme string
	read   string // writes a file to standard output
	get    string // downloads a file
	put    string // uploads a file or standard input
	sync   string // copies a directory in either direction
	match  string // downloads the files of a pattern, given as DIR, its directory, and NAMES, the rest
}

var remotes = []remote{
	{"s3://", "aws s3 cp FROM -", "aws s3 cp FROM FILE", "aws s3 cp FROM TO", "aws s3 sync FROM TO", "aws s3 cp DIR FILES/ --recursive --exclude '*' --include NAMES"},
	{"gs://", "gcloud storage cat FROM", "gcloud storage cp FROM FILE", "gcloud storage cp FROM TO", "gcloud storage rsync --recursive FROM TO", "gcloud storage cp FROM FILES/"},
	{"https://", "curl -fsSL FROM", "curl -fsSL FROM -o FILE", "", "", ""},
	{"http://", "curl -fsSL FROM", "curl -fsSL FROM -o FILE", "", "", ""},
	{hub, "", "", "", "", ""},
}

// hub is the scheme of the Hugging Face Hub, whose commands take the repository and the file as
// separate arguments.
const hub = "hf://"

// remoteOf returns the remote of a URL, or nil if the name is not one.
func remoteOf(name string) *remote {
	for i := range remotes {
		if n := len(remotes[i].scheme); len(name) >= n && strings.EqualFold(name[:n], remotes[i].scheme) {
			return &remotes[i]
		}
	}
	return nil
}

// command fills in the names in a command. The scheme is written in lower case, because commands
// require that.
func (r *remote) command(text, from, to string) string {
	for _, name := range []*string{&from, &to} {
		if remoteOf(*name) == r {
			*name = r.scheme + (*name)[len(r.scheme):]
		}
	}
	whole := from
	if i := strings.IndexAny(from, "*?["); i >= 0 {
		whole = from[:i]
	}
	dir := from[:strings.LastIndexByte(whole, '/')+1]
	return strings.NewReplacer("FROM", InShell(from), "TO", InShell(to), "DIR", InShell(dir), "NAMES", InShell(from[len(dir):])).Replace(text)
}

// RejectRemoteInput returns an error if the name of an input is a URL. The error says how to read
// the data instead.
func RejectRemoteInput(name string) error {
	r := remoteOf(name)
	if r == nil || r.read == "" || r.isMany(name) {
		return RejectRemoteFile(name)
	}
	return fmt.Errorf("%s: gridmill reads only files and pipes; pipe it to standard input, written as - (%s | ...), or download it first if it is Parquet or a zip archive", Printable(name), r.command(r.read, name, ""))
}

// RejectRemoteFile is like RejectRemoteInput, but for a file that is not read from standard input.
func RejectRemoteFile(name string) error {
	r := remoteOf(name)
	if r == nil {
		return nil
	}
	var text string
	switch {
	case r.scheme == hub:
		repository, file, options := inHub(name)
		if strings.ContainsAny(file, "*?[") {
			file = " --include" + file
		}
		text = "hf download " + repository + file + options
	case strings.HasSuffix(name, "/") && r.sync != "":
		text = r.command(r.sync, name, "DIR/")
	case r.isMany(name):
		text = r.command(r.match, name, "")
	default:
		text = r.command(r.get, name, "")
	}
	return fmt.Errorf("%s: gridmill reads only files and pipes; download it first (%s)", Printable(name), text)
}

// isMany reports whether an address is a directory or a pattern. In other addresses, a question
// mark starts a query.
func (r *remote) isMany(name string) bool {
	return r.match != "" && (strings.HasSuffix(name, "/") || strings.ContainsAny(name, "*?["))
}

// An OutputKind says how an output can be written.
type OutputKind int

// The kinds of outputs.
const (
	OneFile      OutputKind = iota // only a file
	FileOrStream                   // a file, or standard output
	Directory
)

// RejectRemoteOutput returns an error if the name of an output is a URL. The error says how to
// write there instead.
func RejectRemoteOutput(name string, kind OutputKind) error {
	r := remoteOf(name)
	if r == nil {
		return nil
	}
	how := "write a file and upload it"
	if kind == Directory {
		how = "write a directory and upload it"
	}
	switch repository, file, options := inHub(name); {
	case r.scheme == hub && kind == Directory:
		how += fmt.Sprintf(" (hf upload %s DIR/%s)", repository, options)
	case r.scheme == hub:
		how += fmt.Sprintf(" (hf upload %s FILE%s%s)", repository, file, options)
	case kind == Directory && r.sync != "":
		how += " (" + r.command(r.sync, "DIR/", name) + ")"
	case kind == OneFile && r.put != "":
		how += " (" + r.command(r.put, "FILE", name) + ")"
	case kind == FileOrStream && r.put != "":
		how = "write to standard output, written as -, and pipe it there (... | " + r.command(r.put, "-", name) + "), or upload a file"
	}
	return errors.New(Printable(name) + ": gridmill writes only files and pipes; " + how)
}

// inHub splits an address such as hf://datasets/OWNER/NAME@REVISION/FILE into arguments for
// commands of the Hub: the repository, the file, which may be empty, and the options.
func inHub(name string) (repository, file, options string) {
	path := name[min(len(hub), len(name)):]
	if rest, found := strings.CutPrefix(path, "datasets/"); found {
		path, options = rest, " --repo-type dataset"
	}
	words := strings.SplitN(path, "/", 3)
	repository = strings.Join(words[:min(len(words), 2)], "/")
	repository, revision, revised := strings.Cut(repository, "@")
	if revised {
		options += " --revision " + InShell(revision)
	}
	if len(words) > 2 && words[2] != "" {
		file = " " + InShell(words[2])
	}
	return InShell(repository), file, options
}
