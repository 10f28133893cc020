package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manDirectory is the directory for the manual pages. By default, it is a temporary directory.
var manDirectory = flag.String("man", "", "write the manual pages to this directory")

// TestManualPages generates a page for each command and topic. If groff is installed, it checks the
// pages.
func TestManualPages(t *testing.T) {
	dir := *manDirectory
	if dir == "" {
		dir = t.TempDir()
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range manualPages() {
		file := filepath.Join(dir, name)
		writeFile(t, file, text)
		if _, err := exec.LookPath("groff"); err != nil {
			continue
		}
		faults, err := exec.Command("groff", "-man", "-Tutf8", "-ww", "-z", file).CombinedOutput()
		if err != nil || len(bytes.TrimSpace(faults)) > 0 {
			t.Errorf("groff reports errors in %s: %v\n%s", name, err, faults)
		}
	}
}

// manualPages returns the text of each page, keyed by file name.
func manualPages() map[string]string {
	root := newRoot(new(session))
	pages := map[string]string{"gridmill.1": commandPage(root)}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			pages["gridmill-"+c.Name()+".1"] = commandPage(c)
		}
	}
	for _, t := range topics() {
		pages["gridmill-"+t.name+".7"] = topicPage(t)
	}
	return pages
}

// A page is a manual page under construction.
type page struct{ strings.Builder }

// newPage starts a manual page with its header and its NAME section.
func newPage(name string, section int, title string) *page {
	p := new(page)
	fmt.Fprintf(p, ".TH %s %d \"\" \"gridmill %s\" \"gridmill\"\n", strings.ToUpper(name), section, version())
	fmt.Fprintf(p, ".SH NAME\n%s \\- %s\n", escaped(name), escaped(title))
	return p
}

func commandPage(c *cobra.Command) string {
	p := newPage(strings.ReplaceAll(c.CommandPath(), " ", "-"), 1, c.Short)
	synopsis := c.UseLine()
	if !c.HasParent() {
		synopsis = "gridmill COMMAND [flags]"
	}
	fmt.Fprintf(p, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", escaped(synopsis))
	p.paragraphs(c.Long)
	if !c.HasParent() {
		p.contents(c)
	}
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	p.WriteString(".SH OPTIONS\n")
	c.Flags().VisitAll(p.option)
	if c.Example != "" {
		p.WriteString(".SH EXAMPLES\n")
		p.block(c.Example)
	}
	if c.HasParent() {
		p.seeAlso()
	}
	return p.String()
}

func topicPage(t topic) string {
	p := newPage("gridmill-"+t.name, 7, t.title)
	p.WriteString(".SH DESCRIPTION\n")
	p.paragraphs(t.body)
	p.seeAlso()
	return p.String()
}

// contents lists the program's commands and topics.
func (p *page) contents(root *cobra.Command) {
	item := ".TP\n.BR %s (%d)\n%s\n"
	p.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			fmt.Fprintf(p, item, escaped("gridmill-"+c.Name()), 1, escaped(c.Short))
		}
	}
	p.WriteString(".SH TOPICS\n")
	for _, t := range topics() {
		fmt.Fprintf(p, item, escaped("gridmill-"+t.name), 7, escaped(t.title))
	}
}

// seeAlso adds a SEE ALSO section that refers to gridmill(1), which lists all pages.
func (p *page) seeAlso() { p.WriteString(".SH SEE ALSO\n.BR gridmill (1)\n") }

// option describes a flag.
func (p *page) option(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := `\fB` + escaped("--"+f.Name) + `\fR`
	if f.Shorthand != "" {
		name = `\fB` + escaped("-"+f.Shorthand) + `\fR, ` + name
	}
	if value != "" {
		name += ` \fI` + escaped(value) + `\fR`
	}
	unsaid := []string{"", "0", "false", "[]"}
	if !slices.Contains(unsaid, f.DefValue) && !strings.Contains(usage, "by default") {
		usage += fmt.Sprintf(" (default %s)", strings.Trim(f.DefValue, "[]"))
	}
	fmt.Fprintf(p, ".TP\n%s\n%s\n", name, escaped(usage))
}

// inBackticks matches literal text in topics.
var inBackticks = regexp.MustCompile("(?s)`([^`]*)`")

// paragraphs writes text as paragraphs. Indented text is preformatted, and a heading starts a new
// section.
func (p *page) paragraphs(text string) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		switch {
		case strings.HasPrefix(paragraph, "## "):
			fmt.Fprintf(p, ".SH %s\n", strings.ToUpper(escaped(paragraph[len("## "):])))
		case strings.HasPrefix(paragraph, "  "):
			p.block(paragraph)
		default:
			fmt.Fprintf(p, ".PP\n%s\n", inBackticks.ReplaceAllString(escaped(paragraph), `\fB$1\fR`))
		}
	}
}

// block writes preformatted lines and removes their indentation.
func (p *page) block(text string) {
	indent := len(text) - len(strings.TrimLeft(text, " "))
	fmt.Fprintf(p, ".PP\n.nf\n.RS 2\n")
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(p, escaped(line[min(indent, len(line)):]))
	}
	p.WriteString(".RE\n.fi\n")
}

// escaped returns text for groff. It escapes everything that groff would treat as a command.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
