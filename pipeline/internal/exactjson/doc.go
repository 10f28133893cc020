// Package exactjson reads and writes the JSON files that are stored next to parts. Equal
// values give equal bytes, and a file that contains anything but what was written is
// rejected.
package exactjson
