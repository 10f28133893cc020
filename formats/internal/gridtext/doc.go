// Package gridtext reads values as grids, or gives the reason why a value is not one. Reasons are
// numbers, so that an invalid row costs no text. They are stored as codes such as "too_short
// length=78", which are read back, and shown to people in English, which is not.
package gridtext
