// Package grids writes the assembly that reads characters as the cells of a grid. The kernels
// of the solver and of formats share it.
package grids
