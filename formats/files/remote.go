package files

import (
	"fmt"
	"regexp"
)

// schemes matches the schemes of addresses, such as s3:// and https://.
var schemes = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// RejectRemoteInput returns an error if the name of an input is an address.
func RejectRemoteInput(name string) error {
	return rejectRemote(name, "reads only files and pipes; download it first, or pipe it to a command whose input is -")
}

// RejectRemoteOutput returns an error if the name of an output is an address.
func RejectRemoteOutput(name string) error {
	return rejectRemote(name, "writes only files and pipes; write a local file or directory first, and then upload it")
}

func rejectRemote(name, advice string) error {
	if schemes.MatchString(name) {
		return fmt.Errorf("%s: gridmill %s", Printable(name), advice)
	}
	return nil
}
