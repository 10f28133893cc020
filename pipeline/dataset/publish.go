package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/atomicfile"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// target returns the final name of the file for a part of a table.
func (c *Config) target(s *tableSplit, table, part int) string {
	t := &s.tables[table]
	if t.Join == nil {
		return fmt.Sprintf(t.Path, part, len(s.parts))
	}
	return t.Path
}

// A completer gives the files of a data set their final names and keeps a list of the files.
type completer struct {
	*Config
	success *Success
	folders map[string]bool // directories into which files were moved
}

// complete joins the parts of all tables, writes the other files, and publishes _SUCCESS.json.
func (c *Config) complete(ctx context.Context, s *Success, set *folder.Set, splits []*tableSplit) error {
	to := &completer{Config: c, success: s, folders: map[string]bool{}}
	if err := to.writeList(set, splits); err != nil {
		return err
	}
	c.Enter(pipeline.Join, new(files.Counter), pipeline.Unknown)
	for i, split := range splits {
		if err := to.addSplit(ctx, split, c.Splits[i].Requested); err != nil {
			return err
		}
	}
	for _, layout := range c.Layouts {
		for _, extra := range layout.Extras(set) { // these files are small, so they are always written again
			if err := to.write(extra.Path, nil, extra.Write); err != nil {
				return err
			}
		}
	}
	for folder := range to.folders {
		if err := atomicfile.SyncDirectory(folder); err != nil {
			return err
		}
	}
	slices.SortFunc(s.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	if err := c.Directory.Publish(filepath.Join(c.Directory.Path(), SuccessName), s.Text()); err != nil {
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

// addSplit publishes the files and counts of a split.
func (c *completer) addSplit(ctx context.Context, s *tableSplit, requested string) error {
	counts := SplitCounts{Name: s.Name, Requested: requested, Bases: s.Bases, Morphs: s.Morphs, Rows: s.Rows()}
	for _, part := range s.parts {
		m, err := c.readManifest(s.Name, part.index)
		if m == nil || err != nil {
			return errors.Join(err, fmt.Errorf("part %d of %s was removed during the run; run the same command again", part.index, s.Name))
		}
		counts.add(&m.BaseCounts)
		for k, made := range m.Files {
			if s.tables[k].Join != nil {
				continue
			}
			name := c.target(s, k, part.index)
			if err := c.move(c.tablePath(s.Name, part.index, k), name); err != nil {
				return err
			}
			c.add(File{name, made.Bytes, made.Checksum}, s.Split)
		}
	}
	s.Clues, s.Guesses, s.Difficulties = counts.Clues, counts.Guesses, counts.Difficulties
	c.success.Splits = append(c.success.Splits, counts)
	c.success.Rows.Bases += counts.Bases
	c.success.Rows.Written += counts.Rows
	for k, table := range s.tables {
		if table.Join != nil {
			if err := c.join(ctx, s, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// join joins the parts of a table into one file, unless the file already exists. In both cases, it
// removes the parts.
func (c *completer) join(ctx context.Context, s *tableSplit, k int) error {
	name := c.target(s, k, 0)
	var paths, names []string
	for _, part := range s.parts {
		path := c.tablePath(s.Name, part.index, k)
		paths, names = append(paths, path), append(names, filepath.Join(files.PrivateDirectory, "tables", filepath.Base(path)))
	}
	if parts.Exists(c.filePath(name)) {
		found, err := files.FingerprintOf(ctx, c.filePath(name), nil)
		if err != nil {
			return err
		}
		c.add(File{name, found.Bytes, found.Hash}, s.Split)
	} else if err := c.write(name, s.Split, func(w io.Writer) error { return s.tables[k].Join(ctx, w, s.Split, paths) }); err != nil {
		return err
	}
	return parts.RemoveFiles(c.Directory.Path(), names...)
}

// write creates a file in the private directory and moves it to its final name.
func (c *completer) write(name string, split *folder.Split, write func(io.Writer) error) error {
	path := c.path("files", "next")
	out, err := c.Directory.Create(path, true)
	if err != nil {
		return err
	}
	summed := parts.NewOutput(out)
	if err := write(summed); err != nil {
		return fmt.Errorf("%s: %w", c.filePath(name), err)
	}
	if err := c.Directory.Commit(out); err != nil {
		return err
	}
	made := summed.Made(0, pipeline.Range{})
	c.add(File{name, made.Bytes, made.Checksum}, split)
	return c.move(path, name)
}

func (c *completer) add(file File, split *folder.Split) {
	c.success.Files = append(c.success.Files, file)
	if split != nil {
		split.Bytes[file.Path] = file.Bytes
	}
}

// move moves a file to its final name, unless an earlier run has done so.
func (c *completer) move(from, name string) error {
	path := c.filePath(name)
	c.folders[filepath.Dir(path)] = true
	if !parts.Exists(from) {
		return nil
	}
	if err := makeDirectory(filepath.Dir(path)); err != nil {
		return err
	}
	err := syncFile(from)
	if err == nil {
		err = os.Rename(from, path)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, files.WithoutPath(err))
	}
	return nil
}

// syncFile syncs the file at path. A file renamed without a sync may be lost in a power failure.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
