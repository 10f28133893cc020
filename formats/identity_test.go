package formats

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"
)

// A file keeps its identity until its bytes change, and the identity can be
// stored.
func TestIdentity(t *testing.T) {
	ctx := context.Background()
	file := store(t, "in.txt", "abc")
	noted, err := Identify(ctx, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if noted.Bytes != 3 || noted.Hash != "xxh64:44bc2cf5ad770999" { // as xxhsum -H64 prints it
		t.Errorf("the identity is %+v", noted)
	}
	stored, err := json.Marshal(noted)
	if err != nil {
		t.Fatal(err)
	}
	var in Input
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
	wantError(t, in.Check(ctx, nil), "in.txt: the file has changed", "content", noted.Hash)
	change("abcd", noted.Modified)
	wantError(t, in.Check(ctx, nil), "in.txt: the file has changed: it has 4 bytes and had 3")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	wantError(t, in.Check(ctx, nil), "in.txt: no such file")
}

// What has no identity is refused, and a large file can be given up.
func TestNoIdentity(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	for _, file := range []string{StdStream, t.TempDir(), os.DevNull} {
		_, err := Identify(ctx, file, nil)
		wantError(t, err, "no file that can be read twice")
	}
	cancel()
	if _, err := Identify(ctx, store(t, "in.txt", "abc"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end of the context", err)
	}
}
