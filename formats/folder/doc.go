// Package folder defines layouts of folders that training code loads. A layout determines the files
// that hold the rows of each split, their formats, how their parts are joined, and which additional
// files the folder has.
package folder
