// Package gridtext parses values as grids, and returns the reason if a value is not one. Reasons
// consist of numbers, so that invalid rows do not allocate text. They are stored as codes such as
// "too_short length=78", which can be parsed, and are described in English for users.
package gridtext
