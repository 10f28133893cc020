// Package arrowrows reads the record batches of Arrow files and streams as rows. It holds one batch
// at a time, and checks that a file contains everything listed in its index.
package arrowrows
