package formats

import (
	"io"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// How many rows make a row group, and how many bytes close it early. A row group
// is held in memory until it is written, since a column's pages stand together in
// it.
const (
	// DefaultGroupRows is a compromise: smaller row groups make readers slower,
	// and larger ones take more memory on both sides.
	DefaultGroupRows = 30 * SectionRows
	// MaxGroupRows bounds WriteOptions.GroupRows.
	MaxGroupRows = 1 << 20
	// groupBytes and groupRowBytes, times the rows that were asked for, are what
	// the pages of a row group may take, give or take a page of each column. Only
	// long values of the input's own columns reach the larger of both.
	groupBytes    = 64 << 20
	groupRowBytes = 256
	// sectionBytes of rows as they were read end the pages of a section early, so that those
	// of long values fit in memory.
	sectionBytes = 8 << 20
)

const (
	// createdBy is what files say of their writer.
	createdBy = "gridmill"
	// recordKey is the key of the record of the run in a file's metadata.
	recordKey = "gridmill"
)

// parquetWriter writes Parquet. Workers encode and compress the pages whose rows
// a batch holds whole; the rest, at the ends of batches that are not cut at
// multiples of SectionRows, is gathered in pages of the writer's own.
type parquetWriter struct {
	sink   *tellingWriter
	schema *schema.Schema
	input  *Schema
	own    []ownColumn
	codec  *codec
	props  *parquet.WriterProperties
	footer *metadata.FileMetaDataBuilder

	dictionaries []*dictionary // of each column; nil where it has none

	open       pageSet        // grows row by row; nil while it has none
	openSealed []sealedPage   // what the open pages are sealed in
	openBytes  int            // of its rows as they were read
	group      [][]sealedPage // the pages of each column in the row group at hand
	groupSize  int            // pages of each column that make a row group
	held       int            // bytes in those pages
	maxHeld    int
	memory     *writerMemory
	header     []byte // of the page that is written
	rows       int64
	started    bool
}

// pageSet is one page for each column, over the same rows: those of a section, or fewer
// where values are long.
type pageSet []page

func (s pageSet) rows() int {
	if len(s) == 0 {
		return 0
	}
	return s[0].rows
}

// begin empties the pages, whose bodies will lie in the memory of sealed ones.
func (s pageSet) begin(sealed []sealedPage) {
	for i := range s {
		s[i].memory = sealed[i].memory
		s[i].reset()
	}
}

// finish encodes and compresses the pages.
func (s pageSet) finish() {
	for i := range s {
		s[i].finish()
	}
}

// seal moves what is written of the pages to sealed ones.
func (s pageSet) seal(sealed []sealedPage) {
	for i := range s {
		sealed[i], s[i].sealedPage = s[i].sealedPage, sealedPage{}
		if !s[i].codec.compresses() {
			s[i].values = nil // the body lies there
		}
	}
}

func newParquetWriter(w io.Writer, input *Schema, o WriteOptions) (Writer, error) {
	pw := &parquetWriter{sink: &tellingWriter{w: w}, input: input, own: columnsFor(input, o.Stats), groupSize: groupPages(o.GroupRows)}
	pw.maxHeld = max(groupBytes, pw.groupSize*SectionRows*groupRowBytes)
	var err error
	if pw.codec, err = newCodec(o.Compression); err != nil {
		return nil, err
	}
	if pw.schema, err = outputSchema(input, pw.own); err != nil {
		return nil, err
	}
	properties := []parquet.WriterProperty{
		parquet.WithDictionaryDefault(false),
		parquet.WithEncoding(parquet.Encodings.Plain),
		parquet.WithCompression(pw.codec.kind),
		parquet.WithCreatedBy(createdBy),
	}
	pw.props = parquet.NewWriterProperties(properties...)
	about := metadata.NewKeyValueMetadata()
	if o.Record != "" {
		if err := about.Append(recordKey, o.Record); err != nil {
			return nil, err
		}
	}
	pw.footer = metadata.NewFileMetadataBuilder(pw.schema, pw.props, about)
	pw.dictionaries = make([]*dictionary, pw.schema.NumColumns())
	for i := range pw.own {
		if c := &pw.own[i]; c.words != nil {
			pw.dictionaries[len(pw.dictionaries)-len(pw.own)+i] = newDictionary(c, pw.codec)
		}
	}
	pw.openSealed = make([]sealedPage, pw.schema.NumColumns())
	pw.group = make([][]sealedPage, pw.schema.NumColumns())
	pw.memory = writerMemoryOf(pw.schema.NumColumns())
	return pw, nil
}

// groupPages returns how many pages of each column hold that many rows.
func groupPages(rows int) int {
	if rows == 0 {
		rows = DefaultGroupRows
	}
	return (min(rows, MaxGroupRows) + SectionRows - 1) / SectionRows
}

// takePages returns a page for each column, to be reset.
func (w *parquetWriter) takePages() pageSet {
	s := w.memory.takeGrowing()
	if s == nil {
		s = make(pageSet, w.schema.NumColumns())
	}
	firstOwn := len(s) - len(w.own)
	for i := range s {
		s[i].column, s[i].codec = w.schema.Column(i), w.codec
		s[i].dictionary = w.dictionaries[i]
		s[i].ordered = isOrdered(s[i].column)
		s[i].numeric = i >= firstOwn && w.own[i-firstOwn].numeric()
	}
	return s
}

// cachedRows is how many rows are added at once: so few that they stay in the
// nearest cache while each column takes what is its own.
const cachedRows = 256

// add adds rows [from, to) of a batch to each page of a set.
func (w *parquetWriter) add(s pageSet, b *Batch, from, to int) {
	for ; from < to; from += cachedRows {
		w.addSome(s, b, from, min(from+cachedRows, to))
	}
}

// addSome is add for few rows.
func (w *parquetWriter) addSome(s pageSet, b *Batch, from, to int) {
	next := 0
	for k := range w.input.Kept {
		f := &w.input.Kept[k]
		if f.isText() {
			s[next].addText(b, k, from, to)
			next++
			continue
		}
		for l := range f.leafCount {
			s[next].addLeaf(&b.leaves[f.firstLeaf+l], from, to)
			next++
		}
	}
	for k := range w.own {
		s[next+k].addOwn(&w.own[k], b, from, to)
	}
	for i := range s {
		s[i].rows += to - from
	}
}

// encodedPages are the pages of each column of the sections that a batch holds whole, from
// its row first on. Those that are not one page of each column, because their values are
// long, are empty.
type encodedPages struct {
	first, n int
	sections [][]sealedPage // n of them, and memory of those before
}

func (w *parquetWriter) Encode(b *Batch, reuse Encoded) (Encoded, error) {
	e, _ := reuse.(*encodedPages)
	if e == nil {
		e = new(encodedPages)
	}
	if e.first, e.n = b.wholeSections(); e.n == 0 {
		return e, nil
	}
	for len(e.sections) < e.n {
		e.sections = append(e.sections, make([]sealedPage, w.schema.NumColumns()))
	}
	s := w.takePages()
	for i, sealed := range e.sections[:e.n] {
		s.begin(sealed)
		from := e.first + i*SectionRows
		if b.bytesOf(from, from+SectionRows) < sectionBytes {
			w.add(s, b, from, from+SectionRows)
			s.finish()
		}
		s.seal(sealed)
	}
	w.memory.giveGrowing(s)
	return e, nil
}

func (w *parquetWriter) Write(b *Batch, encoded Encoded) error {
	if err := w.start(); err != nil {
		return err
	}
	e := encoded.(*encodedPages)
	if err := w.gather(b, 0, e.first); err != nil {
		return err
	}
	for i, sealed := range e.sections[:e.n] {
		if sealed[0].rows == 0 {
			from := e.first + i*SectionRows
			if err := w.gather(b, from, from+SectionRows); err != nil {
				return err
			}
			continue
		}
		if err := w.push(sealed); err != nil {
			return err
		}
		for i := range sealed { // other memory for what was given away
			sealed[i] = sealedPage{memory: w.memory.take(i, len(sealed[i].memory))}
		}
	}
	return w.gather(b, e.first+e.n*SectionRows, b.Len())
}

// start writes the first bytes of the file.
func (w *parquetWriter) start() error {
	if w.started {
		return nil
	}
	w.started = true
	_, err := io.WriteString(w.sink, parquetMagic)
	return err
}

func (w *parquetWriter) Close() error {
	if err := w.start(); err != nil {
		return err
	}
	if w.open.rows() > 0 {
		if err := w.closeOpen(); err != nil {
			return err
		}
	}
	if len(w.group[0]) > 0 {
		if err := w.writeGroup(); err != nil {
			return err
		}
	}
	return w.writeFooter()
}
