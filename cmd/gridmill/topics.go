package main

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// topicFiles holds help texts that apply to more than one command. The texts use only titles,
// headings, paragraphs, indented blocks and words in backticks.
//
//go:embed topics/*.md
var topicFiles embed.FS

// A topic is a help page that covers several commands.
type topic struct {
	name, title string
	body        string // text in Markdown, without the title
}

// topics returns all topics, sorted by name.
func topics() (all []topic) {
	files, err := topicFiles.ReadDir("topics")
	must(err)
	for _, file := range files {
		t, err := readTopic(strings.TrimSuffix(file.Name(), ".md"))
		must(err)
		all = append(all, t)
	}
	return all
}

// readTopic returns the named topic, or an error if there is none.
func readTopic(name string) (topic, error) {
	text, err := topicFiles.ReadFile("topics/" + name + ".md")
	title, body, _ := strings.Cut(string(text), "\n\n")
	return topic{name, strings.TrimPrefix(title, "# "), body}, err
}

// String returns the topic as text for a terminal.
func (t topic) String() string {
	text := strings.ToUpper(t.title) + "\n\n" + strings.ReplaceAll(t.body, "\n## ", "\n")
	return strings.ReplaceAll(text, "`", "")
}

// listTopics adds a list of topics to the end of the program's main help text.
func listTopics(root *cobra.Command) {
	usage := root.UsageFunc()
	root.SetUsageFunc(func(c *cobra.Command) error {
		err := usage(c)
		if !c.HasParent() {
			fmt.Fprintln(c.OutOrStderr(), "\nTopics (see gridmill help TOPIC):")
			for _, t := range topics() {
				fmt.Fprintf(c.OutOrStderr(), "  %-*s %s\n", c.NamePadding(), t.name, t.title)
			}
		}
		return err
	})
}

// newHelp returns the help command, which prints the help text of a command or topic.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:               "help [COMMAND|TOPIC]",
		Short:             "Explain a command or a topic",
		ValidArgsFunction: completeHelp,
		RunE: func(c *cobra.Command, words []string) error {
			if len(words) == 1 {
				if t, err := readTopic(words[0]); err == nil {
					_, err := fmt.Fprint(c.OutOrStdout(), t)
					return err
				}
			}
			of, rest, err := root.Find(words)
			if err != nil || len(rest) > 0 {
				return search(c, words)
			}
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			return of.Help()
		},
	}
}

// completeHelp returns the words that can come next on the command line, each with its description.
func completeHelp(c *cobra.Command, words []string, _ string) (all []string, _ cobra.ShellCompDirective) {
	of, rest, err := c.Root().Find(words)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range of.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	if !of.HasParent() {
		for _, t := range topics() {
			all = append(all, cobra.CompletionWithDesc(t.name, t.title))
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// search prints the commands and topics whose texts contain all of the words. If nothing matches,
// or if the first word resembles the name of a command, search returns an error that suggests
// names.
func search(c *cobra.Command, words []string) error {
	meant, found := lookUp(c.Root(), words)
	called := fmt.Sprintf("there is no command or topic %q", strings.Join(words, " "))
	if len(meant) > 0 || len(found) == 0 {
		for _, t := range topics() {
			meant = append(meant, t.name)
		}
		return usageOf(c, fmt.Errorf("%s; try %s", called, strings.Join(meant, ", ")))
	}
	fmt.Fprintf(c.OutOrStdout(), "%s, but these topics and commands mention it:\n", strings.ToUpper(called[:1])+called[1:])
	for _, t := range found {
		fmt.Fprintf(c.OutOrStdout(), "  gridmill help %-*s %s\n", c.NamePadding(), t.name, t.title)
	}
	return nil
}

// lookUp searches names and texts. It returns the commands whose names resemble the first word, and
// the commands and topics whose texts contain words that start with the given words. The most
// relevant ones come first. Plurals also match singulars.
func lookUp(root *cobra.Command, words []string) (meant []string, found []topic) {
	ending := regexp.MustCompile(`\B(ies|y|s)$`) // removed, so that "symmetries" finds "symmetry"
	relevance := func(t topic) (sum int) {
		for _, word := range words {
			start := regexp.MustCompile(`(?i)(^|[^a-z0-9])` + regexp.QuoteMeta(ending.ReplaceAllString(strings.ToLower(word), "")))
			title, all := start.FindAllString(t.title, -1), start.FindAllString(t.title+"\n"+t.body, -1)
			if len(all) == 0 {
				return 0
			}
			sum += 100*len(title) + len(all)
		}
		return sum
	}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			found = append(found, topic{c.Name(), c.Short, c.Long + "\n" + c.UsageString()})
		}
	}
	found = slices.DeleteFunc(append(found, topics()...), func(t topic) bool { return relevance(t) == 0 })
	slices.SortStableFunc(found, func(a, b topic) int { return relevance(b) - relevance(a) })
	root.SuggestionsMinimumDistance = 2 - min(len(found), 1)
	return root.SuggestionsFor(words[0]), found
}
