package dataset

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/gridmill/gridmill/formats"
	"github.com/gridmill/gridmill/pipeline"
	"github.com/gridmill/gridmill/pipeline/keys"
)

// findDeviations returns by how many standard deviations splits miss their shares, by name, where
// that is more than chance allows. Then the classes of the inputs were most likely chosen by the hash
// that divides them: they are a split of an earlier run with the same seed.
func (c *Config) findDeviations(ctx context.Context, rows *solved, fates []fate) (map[string]float64, error) {
	// Numbers are exact, and neighbours are divided by a hash that depends on the rows.
	if c.counts() || c.samples() || c.By.Rule().HasManyKeys || !slices.ContainsFunc(c.deviations(fates, 1), isUnlikely) {
		return nil, nil
	}
	// Classes of several puzzles make larger deviations likely. Only now is it worth counting them.
	size, err := c.classSize(ctx, rows, fates)
	if err != nil {
		return nil, err
	}
	found := map[string]float64{}
	for i, d := range c.deviations(fates, size) {
		if isUnlikely(d) {
			found[c.Splits[i].Name] = math.Round(10*d) / 10
		}
	}
	return found, nil
}

// isUnlikely reports whether a deviation is practically never due to chance.
func isUnlikely(deviation float64) bool { return math.Abs(deviation) > 5 }

// deviations returns by how many standard deviations each split misses its share, given the mean
// size of a puzzle's class. A few puzzles more or less do not count, since the distribution of small
// numbers is not normal.
func (c *Config) deviations(fates []fate, classSize float64) (found []float64) {
	const few = 5
	bases, all := make([]float64, len(c.Splits)), 0.0
	for _, f := range fates {
		if f >= firstSplit {
			bases[f-firstSplit]++
		}
		if f >= firstSplit || f == unassigned {
			all++
		}
	}
	for i, share := range Shares(c.Splits) {
		missed := bases[i] - share*all
		d := max(0, math.Abs(missed)-few) / math.Sqrt(share*(1-share)*all*classSize)
		if math.IsNaN(d) || math.IsInf(d, 0) { // all puzzles are in the only split, or there are none
			d = 0
		}
		found = append(found, math.Copysign(d, missed))
	}
	return found
}

// Shares returns the share of each split, also of the one that takes the rest.
func Shares(splits []Split) (shares []float64) {
	rest := 1.0
	for _, s := range splits {
		rest -= s.Share
	}
	for _, s := range splits {
		share := s.Share
		if share == 0 {
			share = max(0, rest)
		}
		shares = append(shares, share)
	}
	return shares
}

// classSize returns the mean size of the class of a puzzle, among those that splits can have.
func (c *Config) classSize(ctx context.Context, rows *solved, fates []fate) (float64, error) {
	reader, err := rows.open()
	if err != nil {
		return 0, err
	}
	defer func() { _ = reader.Close() }()
	c.Enter(Choosing, reader, -1)
	sizes := &classSizes{Selection: &c.Selection, fates: fates, sizes: map[uint64]float64{}}
	config := pipeline.Config{Reader: reader, Writers: []formats.Writer{sizes}, Workers: c.Workers, BatchRows: c.BatchRows, BatchBytes: c.BatchBytes}
	if _, err := pipeline.Run(ctx, config); err != nil {
		return 0, err
	}
	return sizes.mean(), nil
}

// classSizes is a formats.Writer that counts the puzzles of classes. To bound its memory, it only
// keeps classes whose hash ends in enough zeros.
type classSizes struct {
	formats.Observer
	*Selection
	fates []fate
	mask  uint64 // of these zeros
	sizes map[uint64]float64
}

// mean returns the mean size of the class of a puzzle.
func (s *classSizes) mean() float64 {
	puzzles, squares := 0.0, 0.0
	for _, size := range s.sizes {
		puzzles += size
		squares += size * size
	}
	return squares / puzzles
}

// mostClasses is the maximum number of classes that are kept.
const mostClasses = 1 << 16

// classesOfBatch are the hashes of the classes of a batch.
type classesOfBatch struct {
	hashes []uint64
	finder keys.Finder
}

// Encode implements formats.Writer.
func (s *classSizes) Encode(b *formats.Batch, reuse formats.Encoded) (formats.Encoded, error) {
	to := formats.Reused[classesOfBatch](reuse)
	to.hashes, to.finder.Seed = to.hashes[:0], s.Seed
	for i := range b.Results {
		f := s.fates[b.First+int64(i)]
		if (f >= firstSplit || f == unassigned) && to.finder.ReadFor(s.By, &b.Puzzles[i], &b.Results[i].Solution) {
			to.hashes = append(to.hashes, to.finder.Key(keys.Shares, s.By).Low)
		}
	}
	return to, nil
}

// Write implements formats.Writer.
func (s *classSizes) Write(_ *formats.Batch, e formats.Encoded) error {
	for _, hash := range e.(*classesOfBatch).hashes {
		if hash&s.mask == 0 {
			s.sizes[hash]++
		}
	}
	for len(s.sizes) > mostClasses {
		s.mask = s.mask<<1 | 1
		maps.DeleteFunc(s.sizes, func(hash uint64, _ float64) bool { return hash&s.mask != 0 })
	}
	return nil
}
