package formats

import (
	"io"

	"github.com/gridmill/gridmill/formats/files"
)

// sequence reads several sources one after the other: the files of a data set or the members of an
// archive. The sources must have the same columns.
type sequence struct {
	count int // number of sources
	// open opens a source. It also returns the name of the source, for errors about its columns.
	open func(i int) (s source, name string, err error)
	// within is the name of the file that contains the sources, or empty. Once q.first is set,
	// q.next adds this name to errors. Before that, the caller of q.next must add it.
	within    string
	first     *Schema // schema of the first source that has a schema
	firstName string
	skipped   *Skipped
	current   source // current source; nil between two sources
	hasRows   bool   // whether the current source has rows
	at        int    // index of the current source or, between two sources, of the next source
}

// next opens the next source and checks that its schema matches q.first. Until q.first is set, it
// skips sources without a schema. If no source has a schema, it opens the last source and sets
// q.first to an empty Schema.
func (q *sequence) next() error {
	for {
		s, name, err := q.open(q.at)
		if err != nil {
			return q.located(err)
		}
		q.current, q.hasRows = s, false
		schema := s.schema()
		switch {
		case schema != nil && q.first == nil:
			q.first, q.firstName = schema, s.name()
		case schema != nil:
			return q.located(schema.check(name, q.firstName, q.first))
		case q.first == nil && q.at == q.count-1:
			q.first = &Schema{}
		case q.first == nil:
			if err := q.endCurrent(); err != nil {
				return err
			}
			continue
		}
		return nil
	}
}

func (q *sequence) located(err error) error {
	if q.within == "" || q.first == nil {
		return err
	}
	return files.InFile(q.within, err)
}

// endCurrent closes the current source, which has been read completely.
func (q *sequence) endCurrent() error {
	if name := q.current.name(); !q.hasRows && q.skipped.isNew("empty ", name) {
		q.skipped.Add(name, "it has no rows")
	}
	return q.closeCurrent()
}

// closeCurrent moves past the current source, if any, and closes it.
func (q *sequence) closeCurrent() error {
	s := q.current
	if s == nil {
		return nil
	}
	q.current = nil
	q.at++
	return s.Close()
}

// fill adds rows to b until b.Len() is limit, b.closesEarly() is true, or the rows of the next
// source cannot be added to b. It returns io.EOF if no more rows are left. When a stream pauses,
// fill returns files.ErrPaused if b has rows, and otherwise waits for more data.
func (q *sequence) fill(b *Batch, limit int) error {
	for q.at < q.count && b.Len() < limit && !b.closesEarly() {
		if q.current == nil {
			if err := q.next(); err != nil {
				return err
			}
		}
		if n := len(b.segments); n > 0 && !q.current.joins(b.segments[n-1].source) {
			return nil
		}
		before := b.Len()
		err := q.current.read(b, limit)
		q.hasRows = q.hasRows || b.Len() > before
		if files.IsPause(err) && b.Len() == 0 {
			continue
		}
		if files.IsEnd(err) {
			err = q.endCurrent()
		}
		if err != nil {
			return err
		}
	}
	if q.at == q.count {
		return io.EOF
	}
	return nil
}

func (q *sequence) position() (at int, offset, line int64) {
	if q.current == nil {
		return q.at, 0, 1
	}
	offset, line = q.current.position()
	return q.at, offset, line
}

func (q *sequence) seek(at int, offset, line int64) error {
	if q.current != nil && q.at == at {
		q.hasRows = q.hasRows || offset > 0
		if reached, err := q.current.seek(offset, line); reached || err != nil {
			return err
		}
	}
	if err := q.closeCurrent(); err != nil {
		return err
	}
	if q.at = at; at == q.count {
		return nil
	}
	if err := q.next(); err != nil {
		return err
	}
	q.hasRows = offset > 0
	_, err := q.current.seek(offset, line)
	return err
}
