// Package folder defines layouts of folders that training code loads: the files of rows of each
// split of a data set, their formats, how their parts are joined, and which files the folder has in
// addition.
package folder
