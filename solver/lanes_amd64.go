//go:build !purego

package solver

//go:noescape
func passAVX512(c *passContext)

//go:noescape
func passAVX2(c *passContext)
