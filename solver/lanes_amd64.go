//go:build !purego

package solver

//go:noescape
func passAVX512(c *passContext)

//go:noescape
func passAVX2(c *passContext)

//go:noescape
func unloadAVX512(t *transfer)

//go:noescape
func loadAVX512(t *transfer)

//go:noescape
func parseAVX512(s *state, grid *Grid) bool

//go:noescape
func formatAVX512(grid *Grid, s *state)

//go:noescape
func chooseAVX512(s *state, peers *[Cells]cellSet) int

func choose512(s *state) (int, uint16) {
	cell := chooseAVX512(s, &peersOf)
	if cell < 0 {
		return choosePortable(s)
	}
	return cell, s[cell] & -s[cell]
}
