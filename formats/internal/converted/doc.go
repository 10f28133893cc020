// Package converted turns tables in JSON, Arrow and NumPy's formats into CSV with a header
// while they are read, so that whatever reads CSV reads them as well. Each record becomes
// one row, in the same order, and a record that is damaged by itself becomes a row that says
// so (FaultOf). The last field of each row says which of the others are text. It holds no more than one record, or one batch of Arrow, at a time.
package converted
