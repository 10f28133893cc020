// Package disk has the two calls that store files safely, as variables, so that tests
// of all pipeline packages can make them fail.
package disk
