// Package folder knows the layouts of folders that training code loads: which files of rows
// there are for each split of a data set, in which format each is written, how its parts are
// joined, and what stands beside them.
package folder
