package formats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/formats/internal/testkit"
)

func originsOf(t testing.TB, files []string, o ReadOptions) (origins []string, err error) {
	t.Helper()
	rows, err := outcomes(files, o, 4)
	for _, r := range rows {
		origins = append(origins, fmt.Sprintf("%s:%d", r.File, r.Line))
	}
	return origins, err
}

// TestDamagedArchives checks that reading a damaged archive returns all rows or an error. For
// example, a member with a damaged name must not be skipped.
func TestDamagedArchives(t *testing.T) {
	line := puzzle(0) + "\n"
	whole := []byte(testkit.Zip("a.txt", line, "b.txt", line+line, "c.csv", "puzzle\n"+line))
	dir := t.TempDir()
	read := func(text []byte) (rows []string, err error) {
		all, err := outcomes([]string{storeIn(t, dir, "in.zip", string(text))}, ReadOptions{Keep: ParseKeep("none")}, 10)
		for _, r := range all {
			rows = append(rows, r.Puzzle)
		}
		return rows, err
	}
	want, err := read(whole)
	if err != nil || len(want) != 4 {
		t.Fatalf("rows %q, error %v", want, err)
	}
	directory := bytes.Index(whole, []byte("PK\x01\x02"))
	for at := range whole {
		for bit := range 8 {
			if at < directory && bit != at%8 {
				continue
			}
			text := slices.Clone(whole)
			text[at] ^= 1 << bit
			if rows, err := read(text); err == nil && !slices.Equal(rows, want) {
				t.Errorf("bit %d of byte %d of %d flipped: rows %q", bit, at, len(whole), rows)
			}
		}
		if rows, err := read(whole[:at]); err == nil && at > 0 {
			t.Errorf("cut to %d of %d bytes: rows %q", at, len(whole), rows)
		}
	}
	_, err = read(slices.Concat(whole, whole))
	wantError(t, err, "in.zip: the zip archive is damaged or incomplete", fmt.Sprintf("%d bytes precede the archive", len(whole)))
	_, err = read(slices.Concat(whole, whole[:len(whole)-10]))
	wantError(t, err, "in.zip: the zip archive is damaged or incomplete", fmt.Sprintf("%d bytes follow the archive", len(whole)-10))
	_, err = read(slices.Delete(slices.Clone(whole), 40, 45))
	wantError(t, err, "in.zip: the zip archive is damaged or incomplete", "bytes before its central directory are missing")
	changed := slices.Clone(whole)
	changed[len("PK\x03\x04")+26+len("a.txt")+9] ^= 1 // in the compressed text of a.txt
	_, err = read(changed)
	wantError(t, err, "in.zip: member a.txt: the zip archive is damaged or incomplete")
	sized := slices.Clone(whole)
	binary.LittleEndian.PutUint32(sized[bytes.Index(sized, []byte("a.txt"))-30+18:], 5)
	_, err = read(sized)
	wantError(t, err, "in.zip: member a.txt: the zip archive is damaged or incomplete", "the compressed size in the member's header, 5 bytes, differs from the size in the central directory")
	at := bytes.LastIndex(whole, []byte("b.txt"))
	whole[at+4] ^= 1
	_, err = read(whole)
	wantError(t, err, "in.zip: member b.txu: the zip archive is damaged or incomplete", `the name in the member's header, "b.txt", differs`)
}

// TestMembersOfAnyName checks that members are read from every directory that is not hidden. Hidden
// directories must be skipped and reported, and so must members such as README.txt.
func TestMembersOfAnyName(t *testing.T) {
	line := puzzle(0) + "\n"
	names := []string{"a.txt", "./b.txt", "../c.txt", ".hidden.txt", "__x/d.txt", "_e/.f/g.txt", "_e/.f/.h/i.txt", "dir/", "__MACOSX/._a.txt", "._a.txt", "notes.md", "README.txt", "config.json"}
	var members []string
	for _, name := range names {
		text := line
		if strings.HasSuffix(name, "/") {
			text = ""
		}
		members = append(members, name, text)
	}
	file := store(t, "in.zip", testkit.Zip(members...))
	o := ReadOptions{Skipped: new(Skipped)}
	got, err := originsOf(t, []string{file, file}, o)
	want := []string{"a.txt:1", "b.txt:1", "c.txt:1", ".hidden.txt:1", "d.txt:1"}
	if err != nil || !slices.Equal(got, slices.Concat(want, want)) {
		t.Errorf("rows %q, error %v", got, err)
	}
	skipped, count := o.Skipped.Inputs()
	var said []string
	for _, s := range skipped {
		said = append(said, strings.TrimPrefix(s.Name, file+"/")+" "+strings.SplitN(s.Why, " ", 2)[0])
	}
	if want := []string{"_e/.f/ a", "__MACOSX/._a.txt a", "._a.txt a", "notes.md its", "README.txt judging", "config.json judging"}; count != 6 || !slices.Equal(said, want) {
		t.Errorf("%d skipped: %q, want %q", count, said, want)
	}
}

// TestOwnDirectoriesInArchives checks that an archive is rejected if it contains files of a
// directory that gridmill wrote, because parts and layouts in archives are not checked. Files with
// names that are merely similar must not cause an error.
func TestOwnDirectoriesInArchives(t *testing.T) {
	line := puzzle(0) + "\n"
	for _, name := range []string{"_SUCCESS.json", "set/_SUCCESS.json", "_gridmill/lock", "a/b/_gridmill/plan.json"} {
		for _, members := range [][]string{{"a.txt", line, name, ""}, {name, line}} {
			_, err := originsOf(t, []string{store(t, "in.zip", testkit.Zip(members...))}, ReadOptions{})
			wantError(t, err, "in.zip: the zip archive contains a data set or parts that gridmill wrote (see "+name+")", "extract it")
		}
	}
	names := []string{"a_gridmill/a.txt", "_gridmill.txt", "not_SUCCESS.json.txt", ".hidden/_gridmill/plan.json", "_SUCCESS"}
	var members []string
	for _, name := range names {
		members = append(members, name, line)
	}
	got, err := originsOf(t, []string{store(t, "in.zip", testkit.Zip(members...))}, ReadOptions{})
	if want := []string{"a.txt:1", "_gridmill.txt:1", "not_SUCCESS.json.txt:1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("rows %q, error %v", got, err)
	}
}

// TestLinksInArchives checks that links are skipped, because their contents are the names of files.
func TestLinksInArchives(t *testing.T) {
	pack := func(others ...string) string { // the first member becomes a link
		text := []byte(testkit.Zip(append([]string{"link.txt", "target.txt"}, others...)...))
		at := bytes.Index(text, []byte("PK\x01\x02"))
		text[at+5] = 3 // attributes are those of Unix
		binary.LittleEndian.PutUint32(text[at+38:], 0o120777<<16)
		return string(text)
	}
	o := ReadOptions{Skipped: new(Skipped)}
	if got, err := originsOf(t, []string{store(t, "in.zip", pack("target.txt", puzzle(0)))}, o); err != nil || !slices.Equal(got, []string{"target.txt:1"}) {
		t.Errorf("rows %q, error %v", got, err)
	}
	if skipped, _ := o.Skipped.Inputs(); len(skipped) != 1 || skipped[0].Why != "a link; links in archives are not followed" {
		t.Errorf("skipped: %q", skipped)
	}
	_, err := originsOf(t, []string{store(t, "in.zip", pack())}, ReadOptions{})
	wantError(t, err, "the zip archive contains no data files; link.txt was skipped: a link; links in archives are not followed")
}

// TestClaimedMembers checks that an archive is rejected if it declares more members than it has.
func TestClaimedMembers(t *testing.T) {
	whole := []byte(testkit.Zip("a.txt", puzzle(0)))
	end := bytes.LastIndex(whole, []byte("PK\x05\x06"))
	claim := func(count uint64) string {
		record := binary.LittleEndian.AppendUint32(nil, 0x06064b50)
		record = binary.LittleEndian.AppendUint64(record, 44)
		record = append(record, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		record = binary.LittleEndian.AppendUint64(record, count)
		record = binary.LittleEndian.AppendUint64(record, count)
		record = append(record, whole[end+12:end+16]...)
		record = append(record, 0, 0, 0, 0)
		record = append(record, whole[end+16:end+20]...)
		record = append(record, 0, 0, 0, 0)
		record = binary.LittleEndian.AppendUint32(record, 0x07064b50)
		record = binary.LittleEndian.AppendUint32(record, 0)
		record = binary.LittleEndian.AppendUint64(record, uint64(end))
		record = binary.LittleEndian.AppendUint32(record, 1)
		tail := slices.Clone(whole[end:])
		copy(tail[8:], "\xff\xff\xff\xff")
		return string(whole[:end]) + string(record) + string(tail)
	}
	for count, says := range map[uint64]string{
		1:         "",
		2:         "the zip archive is damaged or incomplete",
		1<<16 + 1: "it declares 65537 members, but lists 1", // 65537 has the same low 16 bits as the actual number, 1
		1 << 40:   "the zip archive has 1099511627776 members, more than the limit of 262144",
	} {
		_, err := outcomes([]string{store(t, "in.zip", claim(count))}, ReadOptions{}, 10)
		if says == "" && err != nil {
			t.Error(err)
		} else if says != "" {
			wantError(t, err, says)
		}
	}
}

func TestInputsAreOpenedOnce(t *testing.T) {
	dir := t.TempDir()
	line := puzzle(0) + "\n"
	files := []string{
		storeIn(t, dir, "empty.txt", ""), storeIn(t, dir, "plain.txt", line), storeIn(t, dir, "rated.txt", puzzle(1)+" 5\n"),
		storeIn(t, dir, "in.zip", testkit.Zip("a.txt", line, "b.txt", line, "c.md", line)),
		storeIn(t, dir, "last.txt", line),
	}
	opened := map[string]int{}
	openInput = func(file string) (*os.File, error) {
		opened[file]++
		return os.Open(file)
	}
	defer func() { openInput = os.Open }()
	if _, err := outcomes(files, ReadOptions{Skipped: new(Skipped), LeftOut: new(LeftOut)}, 2); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if opened[file] != 1 {
			t.Errorf("%s was opened %d times", file, opened[file])
		}
	}
}

// TestBatchesHoldFewSources checks that batches keep only a few sources in memory, and that these
// sources have released their buffers.
func TestBatchesHoldFewSources(t *testing.T) {
	var members []string
	for i := range 300 {
		members = append(members, fmt.Sprintf("%03d.txt", i), puzzle(0)+"\n")
	}
	r := mustOpenWith(t, store(t, "in.zip", testkit.Zip(members...)), ReadOptions{})
	rows := 0
	for b := range batchesOf(t, r, NewBatch(1000)) {
		rows += b.Len()
		if len(b.segments) > maxSegments {
			t.Errorf("a batch has %d segments", len(b.segments))
		}
		for i := range b.segments {
			if s, isLines := b.segments[i].source.(*lineSource); !isLines || s.lines != nil || s.close != nil {
				t.Fatal("a source that was read to its end keeps its buffers")
			}
		}
	}
	if rows != 300 {
		t.Errorf("%d rows", rows)
	}
}
