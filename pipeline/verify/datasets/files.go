package datasets

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/parts"
)

// checkFiles checks that the files are exactly those of the layouts and that they are unchanged.
func (c *checker) checkFiles(ctx context.Context) error {
	for _, f := range c.made.Files {
		c.Tally.Files++
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			c.faultOf(dataset.SuccessName, "it lists %q, which is outside the data set", f.Path)
			continue
		}
		if c.CheckFile(ctx, c.path(f.Path), parts.Made{Bytes: f.Bytes, Checksum: f.Checksum}); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	known := c.made.Paths()
	c.checkListed(known)
	c.checkUnexpected(known)
	return nil
}

// checkListed checks that _SUCCESS.json lists all files of the layouts, and no other files.
func (c *checker) checkListed(listed map[string]bool) {
	expected := map[string]bool{}
	for _, layout := range c.layouts {
		var names []string
		for _, split := range c.made.Splits {
			names = append(names, layout.files(c.made, split.Name)...)
		}
		for _, extra := range c.extras(layout) {
			names = append(names, extra.Path)
		}
		for _, name := range names {
			if expected[name] = true; !listed[name] {
				c.faultOf(dataset.SuccessName, "it does not list %s, which is a file of the %s layout", name, layout.name)
			}
		}
	}
	for _, f := range c.made.Files {
		if !expected[f.Path] {
			c.faultOf(dataset.SuccessName, "it lists %s, which does not belong to any of the data set's layouts (%s)", f.Path, c.made.Option("layout"))
		}
	}
}

// checkUnexpected reports files and directories that do not belong to the data set. It does not
// read unexpected directories. Like gridmill dataset, it ignores names that start with an underscore
// or a dot, such as .gitattributes in a download from the Hugging Face Hub.
func (c *checker) checkUnexpected(known map[string]bool) {
	_ = fs.WalkDir(os.DirFS(c.dir), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			c.faultOf(name, "it cannot be read: %w", files.WithoutPath(err))
			return nil
		case known[name]:
			return nil
		case !strings.ContainsAny(path.Base(name)[:1], "._"):
			c.faultOf(name, "it does not belong to the data set")
		}
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
}
