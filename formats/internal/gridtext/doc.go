// Package gridtext parses values as grids. If a value is not a grid, it returns the reason. Reasons
// consist of numbers, so that no text is allocated for invalid rows. They are stored as codes such
// as "too_short length=78", which can be parsed, and are shown to users in English.
package gridtext
