// Package dataset makes the folders that people train from: it solves puzzles, drops what is
// repeated or not wanted, divides the rest so that no two splits share what must not leak,
// and writes each split with its images in the layouts that are asked for.
package dataset
