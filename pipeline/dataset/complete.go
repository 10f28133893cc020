package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strconv"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
)

// joinedPath returns where a table lies once its parts are joined, until it gets its name.
func (c *Config) joinedPath(s *tableSplit, table int) string {
	return c.path("files", fmt.Sprintf("%s.%d", s.Name, table))
}

// target returns the name of the file that a part of a table belongs to.
func (c *Config) target(s *tableSplit, table, part int) string {
	t := &s.tables[table]
	if t.Join == nil {
		return fmt.Sprintf(t.Path, part, len(s.parts))
	}
	return t.Path
}

// completion gives the files of a data set their names.
type completion struct {
	*Config
	success *Success
	known   map[string]File // checksums of what was just written, by path
	moves   []move
}

// move is a file that still has to get its name.
type move struct{ from, name string }

// complete joins the parts of all tables, writes what stands beside them, and publishes
// _SUCCESS.json. Files get their names only when all are whole.
func (c *Config) complete(ctx context.Context, s *Success, set *folder.Set, splits []*tableSplit) error {
	if err := c.makeFolder("files"); err != nil {
		return err
	}
	o := &completion{Config: c, success: s, known: map[string]File{}}
	if err := o.writeList(set, splits); err != nil {
		return err
	}
	c.Enter(Joining, new(files.Counter), -1)
	for i, split := range splits {
		if err := o.addSplit(ctx, split, c.Splits[i].Asked); err != nil {
			return err
		}
	}
	if err := o.addExtras(ctx, set); err != nil {
		return err
	}
	if err := o.renameAll(); err != nil {
		return err
	}
	sortFiles(s.Files)
	if err := c.Directory.Publish(filepath.Join(c.Directory.Path(), SuccessName), s.Text(), true); err != nil {
		return err
	}
	return c.Clean()
}

// private are the names below the private directory that Make uses.
var private = []string{"rows", "excluded", "keys", "shuffle", "tables", "files"}

// Clean removes all that Make keeps in the private directory of its Directory.
func (c *Config) Clean() error {
	for _, name := range private {
		if err := os.RemoveAll(c.path(name)); err != nil {
			return fmt.Errorf("%s cannot be removed: %w", c.path(name), files.WithoutPath(err))
		}
	}
	return nil
}

// addSplit joins the tables of a split, and counts its rows.
func (o *completion) addSplit(ctx context.Context, s *tableSplit, asked string) error {
	counts := SplitCounts{Name: s.Name, Asked: asked, Bases: s.Bases, Images: s.Images, Rows: s.Rows(), Clues: map[int]int64{}, Guesses: map[int]int64{}}
	sums := make([]map[int]File, len(s.tables))
	for _, part := range s.parts {
		m, err := o.readManifest(s.Name, part.index)
		if m == nil || err != nil {
			return errors.Join(err, fmt.Errorf("part %d of %s was removed during the run; run it again", part.index, s.Name))
		}
		addCounts(counts.Clues, m.Clues)
		addCounts(counts.Guesses, m.Guesses)
		for k, made := range m.Files {
			if sums[k] == nil {
				sums[k] = map[int]File{}
			}
			sums[k][part.index] = File{Bytes: made.Bytes, Checksum: made.Checksum}
		}
	}
	s.Clues = maps.Clone(counts.Clues)
	o.success.Splits = append(o.success.Splits, counts)
	o.success.Rows.Written += counts.Rows
	for k, table := range s.tables {
		if table.Join != nil {
			if err := o.join(ctx, s, k); err != nil {
				return err
			}
			continue
		}
		for _, part := range s.parts {
			name := o.target(s, k, part.index)
			o.known[name] = sums[k][part.index]
			if err := o.add(ctx, name, o.partPath(s.Name, part.index, strconv.Itoa(k)), s.Split); err != nil {
				return err
			}
		}
	}
	return nil
}

func addCounts(to, from map[int]int64) {
	for key, n := range from {
		to[key] += n
	}
}

// join joins the parts of a table, unless that is done, and then removes them.
func (o *completion) join(ctx context.Context, s *tableSplit, k int) error {
	name, joined := o.target(s, k, 0), o.joinedPath(s, k)
	var paths []string
	for _, part := range s.parts {
		paths = append(paths, o.partPath(s.Name, part.index, strconv.Itoa(k)))
	}
	if !exists(joined) && !exists(o.filePath(name)) {
		err := o.write(name, joined, false, func(w io.Writer) error { return s.tables[k].Join(ctx, w, s.Split, paths) })
		if err != nil {
			return err
		}
	}
	for _, path := range paths {
		if err := remove(path); err != nil {
			return err
		}
	}
	return o.add(ctx, name, joined, s.Split)
}

// write writes a file of the data set to a temporary place. Unless it is rewritten after a
// power cut, it is stored safely.
func (o *completion) write(name, path string, rewritten bool, write func(io.Writer) error) error {
	out, err := o.Directory.Create(path, true)
	if err != nil {
		return err
	}
	defer o.Directory.Drop(out)
	if rewritten {
		out.KeepUnsynced() // until it gets its name
	}
	passed := newCountedSum(out)
	if err := write(passed); err != nil {
		return fmt.Errorf("%s: %w", o.filePath(name), err)
	}
	if err := o.Directory.Commit(out); err != nil {
		return err
	}
	o.known[name] = File{Bytes: passed.n, Checksum: passed.sum.String()}
	return nil
}

// addExtras writes what stands beside the tables. It is little, and written anew each time.
func (o *completion) addExtras(ctx context.Context, set *folder.Set) error {
	n := 0
	for _, layout := range o.Layouts {
		for _, extra := range layout.Extras(set) {
			path := o.path("files", fmt.Sprintf("extra.%d", n))
			n++
			if err := o.write(extra.Path, path, true, extra.Write); err != nil {
				return err
			}
			if err := o.add(ctx, extra.Path, path, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// add lists a file that lies at a temporary place or has its name already.
func (o *completion) add(ctx context.Context, name, from string, split *folder.Split) error {
	file, known := o.known[name]
	if !known {
		path := from
		if !exists(path) {
			path = o.filePath(name)
		}
		var err error
		if file, err = describeFile(ctx, path); err != nil {
			return err
		}
	}
	file.Path = name
	o.success.Files = append(o.success.Files, file)
	if split != nil {
		split.Bytes[name] = file.Bytes
	}
	o.moves = append(o.moves, move{from, name})
	return nil
}

// describeFile reads a file to its end.
func describeFile(ctx context.Context, path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, unreadable(path, err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return File{}, unreadable(path, err)
	}
	sum, err := files.ChecksumOf(ctx, f)
	if err != nil {
		return File{}, unreadable(path, err)
	}
	return File{Bytes: info.Size(), Checksum: sum.String()}, nil
}

// renameAll gives all files their names.
func (o *completion) renameAll() error {
	folders := map[string]bool{}
	for _, m := range o.moves {
		if err := o.rename(m); err != nil {
			return err
		}
		folders[filepath.Dir(o.filePath(m.name))] = true
	}
	for folder := range folders {
		if err := atomicfile.SyncDirectory(folder); err != nil {
			return err
		}
	}
	return nil
}

// rename gives a file its name, unless it has it.
func (o *completion) rename(m move) error {
	if !exists(m.from) {
		return nil
	}
	path := o.filePath(m.name)
	if err := makeDirectory(filepath.Dir(path)); err != nil {
		return err
	}
	err := syncFile(m.from)
	if err == nil {
		err = os.Rename(m.from, path)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, files.WithoutPath(err))
	}
	return nil
}

// syncFile stores a file safely, which none is before it gets its name.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
