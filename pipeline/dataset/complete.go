package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// joinedPath returns the path of a complete table before it is renamed.
func (c *Config) joinedPath(s *tableSplit, table int) string {
	return c.path("files", fmt.Sprintf("%s.%d", s.Name, table))
}

// target returns the final name of the file that contains a part of a table.
func (c *Config) target(s *tableSplit, table, part int) string {
	t := &s.tables[table]
	if t.Join == nil {
		return fmt.Sprintf(t.Path, part, len(s.parts))
	}
	return t.Path
}

// A completer moves the files of a data set to their final names.
type completer struct {
	*Config
	success *Success
	known   map[string]File // checksums of files that this run has written, by path
	moves   []move
}

// A move is a file that still has to be renamed.
type move struct{ from, name string }

// complete joins the parts of all tables, writes the files that accompany them, and publishes
// _SUCCESS.json. It renames files only when all of them are complete.
func (c *Config) complete(ctx context.Context, s *Success, set *folder.Set, splits []*tableSplit) error {
	to := &completer{Config: c, success: s, known: map[string]File{}}
	if err := to.writeList(set, splits); err != nil {
		return err
	}
	c.Enter(Joining, new(files.Counter), -1)
	for i, split := range splits {
		if err := to.addSplit(ctx, split, c.Splits[i].Requested); err != nil {
			return err
		}
	}
	if err := to.addExtras(ctx, set); err != nil {
		return err
	}
	if err := to.renameAll(); err != nil {
		return err
	}
	slices.SortFunc(s.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	if err := c.Directory.Publish(filepath.Join(c.Directory.Path(), SuccessName), s.Text(), true); err != nil {
		return err
	}
	return c.Clean()
}

// private lists the names that Make uses in the private directory.
var private = []string{"rows", "excluded", "keys", "shuffle", "tables", "files"}

// Clean removes everything that Make stores in the private directory.
func (c *Config) Clean() error {
	var names []string
	for _, name := range private {
		names = append(names, filepath.Join(files.PrivateDirectory, name))
	}
	return parts.Remove(c.Directory.Path(), names...)
}

// addSplit joins the tables of a split and counts its rows.
func (c *completer) addSplit(ctx context.Context, s *tableSplit, requested string) error {
	counts := SplitCounts{Name: s.Name, Requested: requested, Bases: s.Bases, Morphs: s.Images, Rows: s.Rows()}
	for _, part := range s.parts {
		m, err := c.readManifest(s.Name, part.index)
		if m == nil || err != nil {
			return errors.Join(err, fmt.Errorf("part %d of %s was removed during the run; run it again", part.index, s.Name))
		}
		counts.add(&m.BaseCounts)
		for k, made := range m.Files {
			if s.tables[k].Join == nil {
				c.known[c.target(s, k, part.index)] = fileOf(made)
			}
		}
	}
	s.Clues, s.Guesses, s.Difficulties = maps.Clone(counts.Clues), maps.Clone(counts.Guesses), maps.Clone(counts.Difficulties)
	c.success.Splits = append(c.success.Splits, counts)
	c.success.Rows.Bases += counts.Bases
	c.success.Rows.Written += counts.Rows
	for k, table := range s.tables {
		if table.Join != nil {
			if err := c.join(ctx, s, k); err != nil {
				return err
			}
			continue
		}
		for _, part := range s.parts {
			if err := c.add(ctx, c.target(s, k, part.index), c.tablePath(s.Name, part.index, k), s.Split); err != nil {
				return err
			}
		}
	}
	return nil
}

func fileOf(made parts.Made) File { return File{Bytes: made.Bytes, Checksum: made.Checksum} }

// join joins the parts of a table, unless that is already done, and then removes them.
func (c *completer) join(ctx context.Context, s *tableSplit, k int) error {
	name, joined := c.target(s, k, 0), c.joinedPath(s, k)
	var paths []string
	for _, part := range s.parts {
		paths = append(paths, c.tablePath(s.Name, part.index, k))
	}
	if !exists(joined) && !exists(c.filePath(name)) {
		err := c.write(name, joined, false, func(w io.Writer) error { return s.tables[k].Join(ctx, w, s.Split, paths) })
		if err != nil {
			return err
		}
	}
	if err := c.removePrivate(paths); err != nil {
		return err
	}
	return c.add(ctx, name, joined, s.Split)
}

// write writes a file of the data set under a temporary name. It syncs the file unless it would be
// rewritten after a power failure.
func (c *completer) write(name, path string, rewritten bool, write func(io.Writer) error) error {
	out, err := c.Directory.Create(path, true)
	if err != nil {
		return err
	}
	if rewritten {
		out.KeepUnsynced() // until it is renamed
	}
	summed := parts.NewOutput(out)
	if err := write(summed); err != nil {
		return fmt.Errorf("%s: %w", c.filePath(name), err)
	}
	if err := c.Directory.Commit(out); err != nil {
		return err
	}
	c.known[name] = fileOf(summed.Made(0, pipeline.Range{}))
	return nil
}

// addExtras writes the files that accompany the tables. They are small, so they are always
// rewritten.
func (c *completer) addExtras(ctx context.Context, set *folder.Set) error {
	n := 0
	for _, layout := range c.Layouts {
		for _, extra := range layout.Extras(set) {
			path := c.path("files", fmt.Sprintf("extra.%d", n))
			n++
			if err := c.write(extra.Path, path, true, extra.Write); err != nil {
				return err
			}
			if err := c.add(ctx, extra.Path, path, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// add lists a file that either has a temporary name or is already renamed.
func (c *completer) add(ctx context.Context, name, from string, split *folder.Split) error {
	file, known := c.known[name]
	if !known {
		path := from
		if !exists(path) {
			path = c.filePath(name)
		}
		found, err := files.FingerprintOf(ctx, path, nil)
		if err != nil {
			return err
		}
		file = File{Bytes: found.Bytes, Checksum: found.Hash}
	}
	file.Path = name
	c.success.Files = append(c.success.Files, file)
	if split != nil {
		split.Bytes[name] = file.Bytes
	}
	c.moves = append(c.moves, move{from, name})
	return nil
}

// renameAll moves all files to their final names.
func (c *completer) renameAll() error {
	folders := map[string]bool{}
	for _, m := range c.moves {
		if err := c.rename(m); err != nil {
			return err
		}
		folders[filepath.Dir(c.filePath(m.name))] = true
	}
	for folder := range folders {
		if err := atomicfile.SyncDirectory(folder); err != nil {
			return err
		}
	}
	return nil
}

// rename moves a file to its final name, unless that is already done.
func (c *completer) rename(m move) error {
	if !exists(m.from) {
		return nil
	}
	path := c.filePath(m.name)
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

// syncFile syncs a file. Call it before renaming the file.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
