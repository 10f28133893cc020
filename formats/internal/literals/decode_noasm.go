//go:build !amd64 || purego

package literals

// decodeTogether is decodeTogetherPortable where there is no assembly.
func (s *streamReaders) decodeTogether(dst []byte, t *decodeTable) { s.decodeTogetherPortable(dst, t) }
