// Package filekind recognizes what a file is: by its first bytes, whatever its name, and a zip
// archive that belongs to another program by its members. It has the table of what is read as
// another format than text, and of what is not read and how to make of it what can be.
package filekind
