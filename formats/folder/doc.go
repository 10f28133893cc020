// Package folder defines the layouts of folders that training code loads: which files of rows each
// split of a data set has, the format of each, how its parts are joined, and which additional files
// there are.
package folder
