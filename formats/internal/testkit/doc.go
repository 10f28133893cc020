// Package testkit provides helpers for the tests of formats and its codecs.
package testkit
