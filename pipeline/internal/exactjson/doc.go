// Package exactjson reads and writes the JSON files that are kept beside parts. Equal
// values give equal bytes, and a file with anything else in it than was written is
// refused.
package exactjson
