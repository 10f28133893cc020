// Package grids writes the assembly that reads characters as the cells of a grid, which
// kernels of the solver and of formats share.
package grids
