package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
)

// datasetOptions are the flags of dataset as given.
type datasetOptions struct {
	jobOptions
	layouts    []string
	dedupe, by string
	split      string
	sample     string
	augment    string
	where      string
	shuffle    bool
	exclude    []string
	license    string
	seed       uint64
	selection  dataset.Selection
}

// bind makes the flags.
func (o *datasetOptions) bind(c *cobra.Command) {
	o.searchOptions = usualSearch()
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "", "the `DIRECTORY` of the data set, which must be new, empty or gridmill's own (required)")
	f.BoolVar(&o.overwrite, "overwrite", false, "remove the data set that is there, and start over (leave it out to continue)")
	f.StringSliceVar(&o.layouts, "layout", []string{"parquet"}, "`LAYOUTS` to write, separated by commas: "+strings.Join(folder.Names(), ", "))
	f.StringVar(&o.dedupe, "dedupe", "minlex", "`CRITERION` by which a row repeats an earlier one and is dropped: "+strings.Join(keys.DedupeNames, ", "))
	o.split = "train=0.9,test=0.1"
	f.Var(&listFlag{text: &o.split}, "split", "`SPLITS` and their shares (0.9 or 90%), or numbers of puzzles; one may be a name alone, for what the others leave")
	f.StringVar(&o.by, "by", "solution", "`CRITERION` that no two splits share: "+strings.Join(keys.ByNames, ", "))
	f.StringSliceVar(&o.exclude, "exclude", nil, "keep out what is the same, by the criterion of --by, as a puzzle in `FILES`")
	f.Var(&listFlag{text: &o.where}, "where", "keep only rows for which all of some `COMPARISONS` hold, such as 'guesses>=1,clues<=25'")
	f.Var(&listFlag{text: &o.sample}, "sample", "keep only so many puzzles of a split: `SPLIT=N`, several separated by commas")
	f.Var(&listFlag{text: &o.augment}, "augment", "put so many images behind each puzzle of a split: `SPLIT=N`, several separated by commas")
	f.BoolVar(&o.shuffle, "shuffle", false, "write the puzzles of a split in random order, not in that of the inputs")
	numberVar(f, &o.seed, "seed", 1, "divide, sample, shuffle and augment by seed `N`")
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	f.StringVar(&o.keep, "keep", "all", "the input's own `COLUMNS` to pass through: all, none, or names, separated by commas; puzzles and answers are written in any case")
	f.BoolVar(&o.source, "source", false, "keep the file and the line that each row came from as columns, too")
	f.StringVar(&o.stats, "stats", "all", "`STATISTICS` to write, in layouts that have columns: all, none, or of "+strings.Join(formats.StatisticNames(), ","))
	f.StringVar(&o.with, "with", "", "`COLUMNS` to add, which take time of their own: "+strings.Join(formats.ExtraNames(), ", ")+"; see gridmill help columns")
	f.StringVar(&o.compression, "compression", "zstd", "compression of Parquet pages, `KIND`: "+strings.Join(formats.PageCompressions, ", "))
	numberVar(f, &o.rowGroup, "row-group", formats.DefaultGroupRows, fmt.Sprintf("rows in a row group of Parquet, `N`, rounded up to pages of %d", formats.SectionRows))
	f.StringVar(&o.license, "license", "other", "`LICENSE` that the card of the layout hub names, such as mit or cc-by-4.0")
	numberVar(f, &o.partRows, "part-rows", defaultPartRows, "solve and write `N` rows at a time, of which a run that is stopped loses the last")
	f.StringVar(&o.shard, "shard", "", "do one of N shares of the work: `I/N` is from 0/N to N-1/N")
	o.bindEffort(c)
	complete(c, map[string][]string{
		"dedupe": keys.DedupeNames, "by": keys.ByNames, "compression": formats.PageCompressions,
	})
	completeLists(c, map[string][]string{
		"layout": folder.Names(), "with": formats.ExtraNames(), "stats": append([]string{"all", "none"}, formats.StatisticNames()...),
	})
}

// listFlag is a flag whose value is a list separated by commas. A repeated flag extends the list.
type listFlag struct {
	text  *string
	given bool
}

// String implements pflag.Value.
func (l *listFlag) String() string {
	if l.text == nil {
		return ""
	}
	return *l.text
}

// Set implements pflag.Value.
func (l *listFlag) Set(text string) error {
	if l.given {
		text = *l.text + "," + text
	}
	*l.text, l.given = text, true
	return nil
}

// Type implements pflag.Value.
func (l *listFlag) Type() string { return "string" }

// licenses are the names that the Hugging Face Hub uses for licenses.
var licenses = regexp.MustCompile(`^[a-z0-9]+([.-][a-z0-9]+)*$`)

// check turns the flags that select rows into a recipe. All its errors are usage errors.
func (o *datasetOptions) check() (err error) {
	switch {
	case o.output == "" || o.output == files.StdStream:
		return errors.New("say which directory the data set goes to with -o DIR/")
	case !isDirectory(o.output) && formats.FormatOf(o.output) != formats.Auto:
		return fmt.Errorf("--output %s is no directory, and a data set is several files; say -o DIR/", o.output)
	case len(o.layouts) == 0:
		return fmt.Errorf("--layout is empty; there are: %s", strings.Join(folder.Names(), ", "))
	case o.overwrite && o.shard != "":
		return errors.New("--overwrite with --shard would remove what other shards did; remove the directory before the first shard")
	}
	r := &o.selection
	r.Seed, r.Shuffle, r.PartRows = o.seed, o.shuffle, o.partRows
	if r.Dedupe, err = keys.Parse(o.dedupe, keys.DedupeNames); err != nil {
		return fmt.Errorf("--dedupe: %w", err)
	}
	if r.By, err = keys.Parse(o.by, keys.ByNames); err != nil {
		return fmt.Errorf("--by: %w", err)
	}
	// Either name of a criterion makes the same data set.
	o.dedupe, o.by = r.Dedupe.NameIn(keys.DedupeNames), r.By.NameIn(keys.ByNames)
	if r.Splits, err = dataset.ParseSplits(o.split); err != nil {
		return fmt.Errorf("--split: %w", err)
	}
	if err = dataset.ParseNumbers(o.sample, r.Splits, func(s *dataset.Split, n int64) { s.Sample = n }); err != nil {
		return fmt.Errorf("--sample: %w", err)
	}
	if err = dataset.ParseNumbers(o.augment, r.Splits, func(s *dataset.Split, n int64) { s.Morphs = n }); err != nil {
		return fmt.Errorf("--augment: %w", err)
	}
	if r.Where, err = formats.ParseCondition(o.where); err != nil {
		return fmt.Errorf("--where: %w", err)
	}
	if !licenses.MatchString(o.license) {
		return fmt.Errorf("--license %q is no name that the Hugging Face Hub has for a license, such as cc0-1.0 or mit; other is any that it does not know", o.license)
	}
	return atLeast("--part-rows", o.partRows, 1)
}

// datasetOptionNames are the flags that a data set depends on.
var datasetOptionNames = []string{
	"layout", "dedupe", "split", "by", "exclude", "where", "sample", "augment", "shuffle", "seed", "from", "column", "delimiter", "header",
	"left-pad", "answer-column", "keep", "source", "stats", "with", "compression", "row-group", "license", "part-rows",
}

// recorded lists them with their values.
func (o *datasetOptions) recorded(flags *pflag.FlagSet) map[string]any {
	options := map[string]any{}
	for _, name := range datasetOptionNames {
		value := flags.Lookup(name).Value
		text := value.String()
		if list, ok := value.(pflag.SliceValue); ok {
			text = strings.Join(list.GetSlice(), ",")
		}
		options[strings.ReplaceAll(name, "-", "_")] = text
	}
	return options
}

// commandLine returns a command line that makes the data set again, in a directory DIR.
func (o *datasetOptions) commandLine(flags *pflag.FlagSet, inputs []string) string {
	words := append([]string{"gridmill", "dataset"}, inputs...)
	words = append(words, "-o", "DIR/")
	options := o.recorded(flags)
	for _, name := range datasetOptionNames {
		if flags.Changed(name) {
			words = append(words, "--"+name+"="+options[strings.ReplaceAll(name, "-", "_")].(string))
		}
	}
	for i, word := range words {
		if strings.ContainsAny(word, " \t\n\"'\\$&|;<>()*?[]#~!`{}") {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
