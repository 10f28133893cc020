package generate

// rowSeed returns the seed of all random choices for rows. It mixes Seed with the options that
// determine which puzzles are made. Otherwise, training puzzles and test puzzles made with the same
// Seed could share solutions. If none of these options is set, rowSeed returns Seed itself.
func (o *Options) rowSeed() uint64 {
	seed := o.Seed
	add := func(option, from, to uint64) {
		s := newStream(seed, forOption+option<<8, from, to)
		seed = s.next()
	}
	if o.PerGrid > 1 {
		add(0, uint64(o.PerGrid), 0)
	}
	if o.Symmetry != None {
		add(1, uint64(o.Symmetry), 0)
	}
	if c := o.Clues; c != nil {
		add(2, uint64(c.From), uint64(c.To))
	}
	if o.Minimal && !(&Options{Symmetry: o.Symmetry, Clues: o.Clues}).AllMinimal() {
		add(3, 0, 0)
	}
	if g := o.Guesses; g != nil {
		add(4, uint64(g.From), uint64(g.To))
	}
	if d := o.Difficulty; d != nil {
		add(5, uint64(d.From), uint64(d.To))
	}
	if o.GridsOf != nil {
		add(6, *o.GridsOf, 0)
	}
	if o.Harder {
		add(7, 0, 0)
		if o.Origins != nil {
			add(8, o.Origins.hash, 0)
		}
	}
	return seed
}

// gridSeed returns the seed for the solution grids.
func (o *Options) gridSeed() uint64 {
	if o.GridsOf != nil {
		return *o.GridsOf
	}
	return o.rowSeed()
}
