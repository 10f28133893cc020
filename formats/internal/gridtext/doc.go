// Package gridtext parses values as grids. If a value is not a grid, it returns the reason. Reasons
// consist of numbers, so that invalid rows do not allocate text. They are stored as codes such as
// "too_short length=78", which can be parsed, and are described in English for users.
package gridtext
