package files

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

// TestFingerprint checks that a file matches its fingerprint if it has the same size and
// modification time, or the same content. It also checks that fingerprints can be stored and read.
func TestFingerprint(t *testing.T) {
	ctx := context.Background()
	file := testkit.Store(t, "in.txt", "abc")
	noted, err := FingerprintOf(ctx, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if noted.Bytes != 3 || noted.Hash != "xxh64:44bc2cf5ad770999" { // as xxhsum -H64 prints it
		t.Errorf("the fingerprint is %+v", noted)
	}
	stored, err := json.Marshal(noted)
	if err != nil {
		t.Fatal(err)
	}
	var in Fingerprint
	if err := json.Unmarshal(stored, &in); err != nil {
		t.Fatal(err)
	}
	later := noted.Modified.Add(time.Hour)
	change := func(text string, modified time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o666), os.Chtimes(file, modified, modified)); err != nil {
			t.Fatal(err)
		}
	}
	for _, same := range []func(){func() {}, func() { change("abc", later) }, func() { change("abd", noted.Modified) }} {
		same()
		if err := in.Check(ctx, nil); err != nil {
			t.Error(err)
		}
	}
	change("abd", later)
	testkit.WantError(t, in.Check(ctx, nil), "in.txt: the file has changed", "content", noted.Hash)
	change("abcd", noted.Modified)
	testkit.WantError(t, in.Check(ctx, nil), "in.txt: the file has changed (from 3 to 4 bytes)")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	testkit.WantError(t, in.Check(ctx, nil), "in.txt: no such file")
}

// TestNoFingerprint checks that streams and directories have no fingerprint, and that FingerprintOf
// can be canceled.
func TestNoFingerprint(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	for _, file := range []string{StdStream, t.TempDir(), os.DevNull} {
		_, err := FingerprintOf(ctx, file, nil)
		testkit.WantError(t, err, "a stream can be read only once")
	}
	cancel()
	if _, err := FingerprintOf(ctx, testkit.Store(t, "in.txt", "abc"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context was canceled", err)
	}
}
