package datasets_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/verify"
	"github.com/gridmill/gridmill/pipeline/verify/datasets"
)

// This example checks a data set whose _SUCCESS.json is damaged.
func ExampleCheck() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "_SUCCESS.json"), []byte(`{"gridmill_dataset": 1,`), 0o666); err != nil {
		log.Fatal(err)
	}
	v := &verify.Verifier{Workers: 1, BatchRows: 4096, Report: func(f pipeline.Fault) {
		fmt.Println(strings.TrimPrefix(f.Error(), dir+string(filepath.Separator)))
	}}
	if datasets.Is(dir) {
		if _, err := datasets.Check(context.Background(), v, dir); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(v.Tally.Faults, "fault")
	if err := os.RemoveAll(dir); err != nil {
		log.Fatal(err)
	}
	// Output:
	// _SUCCESS.json: it is damaged: unexpected EOF
	// 1 fault
}
