// Package planted makes results of gridmill, and plants faults in them, for tests of what
// reads results back.
package planted
