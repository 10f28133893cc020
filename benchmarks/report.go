package benchmarks

import "io"

func (r *Record) WriteReport(to io.Writer) error { return nil }
