package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/folder"
	"github.com/gridmill/gridmill/formats/option"
	"github.com/gridmill/gridmill/pipeline/dataset"
	"github.com/gridmill/gridmill/pipeline/keys"
)

type datasetOptions struct {
	jobOptions
	layouts    []string
	dedupe, by string
	// The elements of these fields are comma-separated lists.
	split, sample, augment, where []string
	each                          string
	exclude                       []string
	license                       string
	chat                          folder.Chat
	template                      string
	selection                     dataset.Selection
}

func newDataset(s *session) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:   "dataset INPUT... -o DIR/",
		Short: "Make training data without duplicates or leaks, in layouts that training code can load",
		Args:  someInputs,
		RunE:  func(c *cobra.Command, inputs []string) error { return s.dataset(c, &o, inputs) },
	}
	o.searchOptions = usualSearch
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "", "write the data set to `DIRECTORY`, which must be new, empty or created by gridmill (required)")
	f.BoolVar(&o.overwrite, "overwrite", false, "remove an existing data set and start over instead of continuing")
	f.StringArrayVar(&o.layouts, "layout", []string{"parquet"}, "comma-separated `LAYOUTS` to write: "+strings.Join(folder.Names(), ", "))
	f.StringVar(&o.dedupe, "dedupe", "minlex", "drop rows that are the same as an earlier row according to `CRITERION`: "+strings.Join(keys.DedupeNames, ", "))
	f.StringArrayVar(&o.split, "split", []string{"train=0.9,test=0.1"}, "`SPLITS` with their shares (0.9 or 90%) or numbers of puzzles; a split without a share or number takes the rest")
	f.Lookup("split").DefValue = o.split[0] // pflag puts the default value of a list in brackets
	f.StringVar(&o.by, "by", "solution", "keep puzzles together in one split if they are the same according to `CRITERION`: "+strings.Join(keys.ByNames, ", "))
	f.StringArrayVar(&o.exclude, "exclude", nil, "drop puzzles that are the same, according to --by, as a puzzle in `FILE` (repeatable); input options, such as --column, also apply to FILE")
	f.StringArrayVar(&o.where, "where", nil, "keep only rows that meet all `CONDITIONS`, such as 'guesses>=1,clues<=25'")
	f.StringArrayVar(&o.sample, "sample", nil, "comma-separated `SPLIT=N` pairs: keep N random puzzles of each SPLIT, where N is a number of puzzles or a share such as 0.1 or 10%")
	f.StringVar(&o.each, "each", "", "with --sample, keep N puzzles for each value of `PROPERTY`: "+strings.Join(dataset.PropertyNames, ", ")+"; guesses are grouped: 0, 1, 2 to 3, 4 to 7 and so on")
	f.StringArrayVar(&o.augment, "augment", nil, "comma-separated `SPLIT=N` pairs: after each puzzle of SPLIT, add N morphs (transformed copies)")
	f.BoolVar(&o.selection.Shuffle, "shuffle", false, "write the puzzles of each split in random order instead of input order")
	numberVar(f, &o.selection.Seed, "seed", 1, "random seed `N` for dividing, sampling, shuffling and augmenting")
	o.inputOptions.bind(c)
	o.bindAnswers(c)
	o.bindKeep(c, "none, or comma-separated names or numbers; puzzles and answers are always written")
	f.StringVar(&o.stats, "stats", "all", "in layouts with columns, write these `STATISTICS`: all, none, or any of "+strings.Join(formats.StatisticNames(), ", "))
	o.bindWith(c)
	f.StringVar(&o.compression, "compression", "zstd", "compression `KIND` for Parquet pages: "+strings.Join(formats.PageCompressions, ", "))
	numberVar(f, &o.rowGroup, "row-group", formats.DefaultGroupRows, fmt.Sprintf("`N` rows per Parquet row group, rounded up to a multiple of %d", formats.SectionRows))
	f.StringVar(&o.license, "license", "other", "`LICENSE` for the dataset card of the hub layout, such as mit or cc-by-4.0")
	f.StringVar(&o.chat.Style, "prompt", folder.ChatStyles[0], "in the chat layout, write grids in this `STYLE`: "+strings.Join(folder.ChatStyles, ", "))
	f.StringVar(&o.template, "template", "", "`FILE` with a template for the chat layout: a prompt that contains {puzzle}, optionally followed by a separator line (---) and an answer that contains {solution} and, if --with steps is given, {steps}")
	numberVar(f, &o.chat.States, "states", 0, "in the chat layout, add up to `N` positions per puzzle, each with the next step")
	numberVar(f, &o.chat.Negatives, "negatives", 0, "in the chat layout, add up to `N` positions per puzzle, each with a wrong step that is labeled as wrong")
	numberVar(f, &o.partRows, "part-rows", defaultPartRows, "`N` rows per part; a stopped run loses only its current part")
	f.StringVar(&o.shard, "shard", "", "do only shard `I/N` of the work, with I from 0 to N-1")
	o.bindEffort(c)
	o.bindReport(c)
	complete(c, map[string][]string{
		"dedupe": keys.DedupeNames, "by": keys.ByNames, "each": dataset.PropertyNames, "prompt": folder.ChatStyles, "compression": formats.PageCompressions,
		"layout": folder.Names(), "stats": append([]string{"all", "none"}, formats.StatisticNames()...),
	})
	return c
}

// joined joins the values of a flag that can be given more than once.
func joined(lists []string) string { return strings.Join(lists, ",") }

// licenses matches license names in the form that the Hugging Face Hub uses.
var licenses = regexp.MustCompile(`^[a-z0-9]+([.-][a-z0-9]+)*$`)

// parse checks the flags and sets o.selection from them. All errors are usage errors.
func (o *datasetOptions) parse() (err error) {
	o.layouts = itemsOf(o.layouts...)
	switch {
	case o.output == "" || o.output == files.StdStream:
		return errors.New("no directory given for the data set; use -o DIR/")
	case !isDirectory(o.output) && formats.FormatOf(o.output) != formats.Auto:
		return fmt.Errorf("--output %s is not a directory, but a data set consists of several files; use -o DIR/", o.output)
	case o.overwrite && o.shard != "":
		return errors.New("--overwrite with --shard would remove the parts of other shards; to start again, remove the directory before you run the first shard")
	case o.report != "" && o.shard != "":
		return errors.New("--report cannot be combined with --shard; use --report in the last run (without --shard), which completes the data set")
	}
	r := &o.selection
	r.PartRows = o.partRows
	option.Parsed(&r.Dedupe, &err, "--dedupe: ")(keys.Parse(o.dedupe, keys.DedupeNames))
	option.Parsed(&r.By, &err, "--by: ")(keys.Parse(o.by, keys.ByNames))
	option.Parsed(&r.Splits, &err, "--split: ")(dataset.ParseSplits(joined(o.split)))
	err = cmp.Or(err, inFlag("sample", dataset.ParseNumbers(joined(o.sample), r.Splits, (*dataset.Split).SetSample)))
	option.Parsed(&r.Each, &err, "--each: ")(dataset.ParseProperty(o.each))
	err = cmp.Or(err, inFlag("augment", dataset.ParseNumbers(joined(o.augment), r.Splits, (*dataset.Split).SetMorphs)))
	option.Parsed(&r.Where, &err, "--where: ")(formats.ParseCondition(joined(o.where)))
	if err != nil {
		return err
	}
	// A criterion can have two names. Always record the same name, because reruns compare names.
	o.dedupe, o.by = r.Dedupe.NameIn(keys.DedupeNames), r.By.NameIn(keys.ByNames)
	if o.each != "" && joined(o.sample) == "" {
		return errors.New("--each requires --sample, which gives the number of puzzles to keep for each value")
	}
	if !licenses.MatchString(o.license) {
		return fmt.Errorf("--license %q is not a Hugging Face Hub license identifier; use an identifier such as mit or cc0-1.0, or use \"other\"", o.license)
	}
	_, err = formats.ParseExtras(o.with)
	return cmp.Or(err, atLeast("--part-rows", o.partRows, 1), o.checkLayouts(), o.completeChat())
}

// checkLayouts returns an error if a flag has no effect on the chosen layouts.
func (o *datasetOptions) checkLayouts() error {
	const columns = "hub,parquet,jsonl,arrow"
	needs := [][2]string{
		{"license", "hub"}, {"prompt", folder.ChatName}, {"template", folder.ChatName}, {"states", folder.ChatName}, {"negatives", folder.ChatName},
		{"compression", "hub,parquet"}, {"row-group", "hub,parquet"}, {"stats", columns}, {"source", "csv," + columns},
	}
	for _, column := range itemsOf(o.with) {
		layouts := columns
		if name, _, _ := strings.Cut(column, ":"); slices.Contains([]string{"steps", "class", "difficulty"}, name) {
			layouts += "," + folder.ChatName
		}
		if !o.flags.Changed("where") && !o.flags.Changed("each") { // both flags can use computed columns
			needs = append(needs, [2]string{"with " + column, layouts})
		}
	}
	for _, needed := range needs {
		by, flag := strings.Split(needed[1], ","), strings.Fields(needed[0])[0]
		if o.flags.Changed(flag) && !slices.ContainsFunc(o.layouts, func(layout string) bool { return slices.Contains(by, layout) }) {
			return fmt.Errorf("--%s has no effect on the chosen layouts; leave it out, or add --layout %s", needed[0], strings.Join(by, " or "))
		}
	}
	return nil
}

// completeChat checks the flags of the chat layout and completes o.chat. It adds class and
// difficulty to --with, because chats contain them. Without the chat layout, it does nothing.
func (o *datasetOptions) completeChat() error {
	if !slices.Contains(o.layouts, folder.ChatName) {
		return nil
	}
	o.addWith("class")
	o.addWith("difficulty")
	extras, _ := formats.ParseExtras(o.with) // parse returns the error, if any
	o.chat.Steps, o.chat.Search = extras.Steps()
	if o.template != "" {
		o.alsoRead = []string{o.template}
		text, err := os.ReadFile(o.template)
		if err != nil {
			return fmt.Errorf("--template: %w", cmp.Or(files.RejectRemoteInput(o.template), err))
		}
		if len(text) == 0 {
			return fmt.Errorf("--template: %s is empty", o.template)
		}
		o.chat.Template = strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n")
	}
	const most = 60
	if min(o.chat.States, o.chat.Negatives) < 0 || max(o.chat.States, o.chat.Negatives) > most {
		return fmt.Errorf("--states and --negatives must be between 0 and %d", most)
	}
	return inFlag("layout chat", folder.CheckChat(&o.chat))
}

// commandLine returns a command line that creates the same data set in a directory named DIR.
func (o *datasetOptions) commandLine(inputs []string) string {
	words := append([]string{"gridmill", "dataset"}, inputs...)
	words = append(words, "-o", "DIR/")
	recorded(o.flags, func(f *pflag.Flag) {
		if f.Changed && f.Name != "exclude" {
			words = append(words, "--"+f.Name+"="+textOf(f))
		}
	})
	for _, file := range o.exclude {
		words = append(words, "--exclude="+file)
	}
	for i, word := range words {
		words[i] = files.InShell(word)
	}
	return strings.Join(words, " ")
}
