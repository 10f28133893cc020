package folder

import (
	"archive/zip"
	"io"
)

// writeArchive writes a zip archive with one member, as numpy.savez does. The member is
// stored without compression or date, so that the same rows make the same bytes.
func writeArchive(w io.Writer, name string, write func(io.Writer) error) error {
	z := zip.NewWriter(w)
	member, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	if err := write(member); err != nil {
		return err
	}
	return z.Close()
}
