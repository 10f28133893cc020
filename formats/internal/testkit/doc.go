// Package testkit holds what the tests of formats and of its codecs share.
package testkit
