package main

// binaryLayouts are layouts that are no text.
func binaryLayouts() []layout {
	return nil
}
