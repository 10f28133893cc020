// Package disk holds the two calls that make files safe, as variables, so that tests
// of any package of the pipeline can make them fail.
package disk
