package formats

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/formats/internal/parquet"
	"github.com/gridmill/gridmill/formats/option"
)

// brokenPromise returns the error for a file whose first bytes were not recognized although its
// name or the requested format promises a container. It returns nil if the file can be text.
// Without this check a damaged archive would be read as text, and a file that was never written as
// a file without rows.
func brokenPromise(file string, promised Format, asked bool, head []byte) error {
	empty := len(head) == 0
	what := promised.String()
	zipped := slices.Contains([]string{".zip", ".npz"}, strings.ToLower(filepath.Ext(file)))
	switch {
	case zipped && !asked:
		what = "zip"
	case promised == JSONL, !promised.isRecords() && promised != Parquet, promised == JSON && !empty:
		return nil
	case bytes.HasPrefix(head, []byte(parquet.Magic)): // in a stream, which has its own error
		return nil
	}
	err := fmt.Errorf("the %s data that the file's name promises does not start like such data: it is damaged, or the file is misnamed", what)
	if empty {
		err = fmt.Errorf("it is empty, which %s data never is; it was not written completely", what)
	} else if asked {
		return option.Misuse(option.InputFormat, "it does not start like %s", what)
	}
	return &option.Error{Options: []option.Name{option.InputFile, option.InputName}, Err: err}
}
