// Package gridtext reads values as grids, or gives the reason why a value is not one. Reasons are
// numbers, so that invalid rows do not allocate text. They are stored as codes such as "too_short
// length=78", which can be read back, and shown to people in English.
package gridtext
