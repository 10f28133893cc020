package formats

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync/atomic"

	"github.com/gridmill/gridmill/formats/files"
	"github.com/gridmill/gridmill/formats/option"
)

// ReadOptions says how inputs are read. The zero value finds out by itself.
type ReadOptions struct {
	Format       Format     // Auto chooses by name, then by content
	Column       string     // name or number of the puzzle column; empty finds it
	AnswerColumn string     // the same for answers; "none" ignores them
	Keep         Keep       // which columns pass through
	Delimiter    byte       // between fields of CSV; zero finds it
	Stdin        io.Reader  // what the input "-" reads
	Results      ResultsUse // what becomes of results that the input holds
}

// A Reader cuts a data set into batches. Only one goroutine may use it, but the
// batches it fills may be parsed by others meanwhile.
type Reader interface {
	// Schema says what the data set brings along. It is known from the start.
	Schema() *Schema
	// Read fills b with the next rows. After the last it returns io.EOF and an
	// empty batch. What cannot be read is an error only when all rows before it have
	// been returned, so that damage that Parse finds in these comes first. After it,
	// only Close is right.
	Read(b *Batch) error
	// Position returns the place of the next row.
	Position() Position
	// Seek goes to a place that Position returned for the same files and options,
	// and ends what was read before. From there Read yields rows rows, the first
	// of which gets the number first, and then io.EOF. Less than 0 rows are all
	// that are left. A later Seek may follow at any time, also after io.EOF. It
	// costs nothing to seek to where the reader stands. After an error of Seek
	// only Seek and Close are right.
	Seek(at Position, first, rows int64) error
	// Progress returns the bytes of the files up to where the reader stands, and
	// in all, or a total of 0 where that is not known. What Seek passes over is
	// counted as done, so that a run which goes on where another ended shows how
	// much of the whole is done. Any goroutine may call it.
	Progress() (done, total int64)
	// Close gives everything back. It is right to call at any time.
	Close() error
}

// source is one file of a data set. The goroutine that reads opens, reads and
// closes it.
type source interface {
	rowParser
	// read adds rows to b until it holds limit rows or is heavy, and returns
	// io.EOF after the last. Rows that it adds before an error are whole.
	read(b *Batch, limit int) error
	// position returns the place of the next row in the file.
	position() (offset, line int64)
	// seek goes to a place in the file that position returned. It returns false
	// where the place lies behind, and the file can only be read onward: it must
	// be opened anew.
	seek(offset, line int64) (reached bool, err error)
	// joins reports whether its rows can follow rows of another source in one
	// batch.
	joins(before rowParser) bool
	// describe says what was found out about the file.
	describe(*Info)
	Close() error
}

// rowParser knows what rows of a source mean once they are in batches. Many
// goroutines may ask it at once, also after the source is closed.
type rowParser interface {
	name() string
	schema() *Schema
	// parse reads the puzzles and answers of a segment.
	parse(b *Batch, s *segment) error
	// lineOf returns where row i of the segment stands, counted from 1.
	lineOf(b *Batch, s *segment, i int) int64
	// appendRaw appends row i as it stood in the file, and appendPuzzle what
	// stood in it for the puzzle.
	appendRaw(dst []byte, b *Batch, i int) []byte
	appendPuzzle(dst []byte, b *Batch, i int) []byte
	// appendReadback appends what stands in row i in a column of a result.
	appendReadback(dst []byte, b *Batch, i int, c Column) []byte
}

// dataset reads several files as one.
type dataset struct {
	inputs  []input
	options ReadOptions
	first   *Schema
	current source // nil between files
	at      int    // index of the file at hand, and between files of the next
	rows    int64  // number of the next row
	end     int64  // number of the row before which reading ends
	failed  error  // why the next row cannot be read
	total   int64  // bytes of all files, or 0
	done    atomic.Int64
}

// input is a file of a data set.
type input struct {
	file   string
	before int64 // bytes of the files before it, as far as they have a size
	stream bool  // it has no size, and can be read only once
	opened bool
}

// Open returns a Reader over the files, which are read in the given order as
// one data set. It opens the first to learn the schema.
func Open(paths []string, options ReadOptions) (Reader, error) {
	if len(paths) == 0 {
		return nil, errors.New("there is no input")
	}
	d := &dataset{options: options, end: math.MaxInt64}
	bytes, streams := int64(0), false
	for _, file := range paths {
		size, known, err := sizeOf(file)
		if err != nil {
			return nil, err
		}
		d.inputs = append(d.inputs, input{file: file, before: bytes, stream: !known})
		bytes += size
		streams = streams || !known
	}
	if !streams {
		d.total = bytes
	}
	if err := d.next(); err != nil {
		return nil, err
	}
	return d, nil
}

// sizeOf returns the size of a file in bytes, where it has one.
func sizeOf(file string) (size int64, known bool, err error) {
	if file == files.StdStream {
		return 0, false, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return 0, false, files.InFile(file, err)
	}
	if !info.Mode().IsRegular() {
		return 0, false, nil
	}
	return info.Size(), true, nil
}

func (d *dataset) Schema() *Schema { return d.first }

func (d *dataset) Progress() (done, total int64) { return d.done.Load(), d.total }

// next opens the next file and checks that its rows fit those before.
func (d *dataset) next() error {
	in := &d.inputs[d.at]
	if in.stream && in.opened {
		return fmt.Errorf("%s: a stream cannot be read again from an earlier place; store it in a file and give that", files.InputName(in.file))
	}
	in.opened = true
	s, err := openSource(in.file, &d.options, &d.done)
	if err != nil {
		return err
	}
	d.current = s
	switch {
	case s.schema() == nil: // an empty file fits everything
		if d.first == nil && d.at == len(d.inputs)-1 {
			d.first = &Schema{}
		} else if d.first == nil {
			return d.skip()
		}
	case d.first == nil:
		d.first = s.schema()
	case !d.first.equal(s.schema()):
		return option.Errorf(option.SharedColumns, "%s: %s", s.name(), s.schema().differs(d.first))
	}
	return nil
}

// skip goes past a leading empty file, which cannot tell the schema.
func (d *dataset) skip() error {
	if err := d.closeCurrent(); err != nil {
		return err
	}
	return d.next()
}

func (d *dataset) Read(b *Batch) error {
	b.reset(d.rows)
	if d.failed == nil {
		d.failed = d.fill(b)
	}
	d.rows += int64(b.Len())
	switch {
	case b.Len() > 0:
		return nil
	case d.failed != nil:
		return d.failed
	}
	return io.EOF
}

// fill adds rows to b until it is full or the data set ends.
func (d *dataset) fill(b *Batch) error {
	// Batches end at multiples of their size even after one that was closed
	// early, so that writers find whole sections in them.
	limit := int(min(int64(b.size)-d.rows%int64(b.size), d.end-d.rows))
	for b.Len() < limit && !b.heavy() {
		if d.current == nil {
			if d.at >= len(d.inputs) {
				break
			}
			if err := d.next(); err != nil {
				return err
			}
		}
		if n := len(b.segments); n > 0 && !d.current.joins(b.segments[n-1].source) {
			break
		}
		err := d.current.read(b, limit)
		if errors.Is(err, io.EOF) {
			err = d.closeCurrent()
			d.countFiles()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// closeCurrent goes past the file at hand.
func (d *dataset) closeCurrent() error {
	s := d.current
	d.current = nil
	d.at++
	return s.Close()
}

func (d *dataset) Close() error {
	d.inputs = nil
	if d.current == nil {
		return nil
	}
	return d.closeCurrent()
}
