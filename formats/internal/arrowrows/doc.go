// Package arrowrows reads the record batches of Arrow files and streams as rows. It holds one
// batch at a time, and requires everything that a file's index promises.
package arrowrows
