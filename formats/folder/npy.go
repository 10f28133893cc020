package folder

// npy is the layout of two arrays a split, of puzzles and of solutions: a row of 81 bytes
// each, in which blanks are 0.
type npy struct{ rowsAlone }

// Tables implements Layout.
func (npy) Tables(split string) []Table {
	return cellTables(split+"_inputs.npy", split+"_labels.npy", 0)
}
