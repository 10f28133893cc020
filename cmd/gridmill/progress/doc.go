// Package progress shows the progress of a run. The pipeline counts the rows that are done, and a
// Tracker computes rates and remaining times. Views present these figures: a bar or lines of text
// for people, JSON objects and metrics for programs, and records in a log. Views read the tracker
// at intervals or on request, so they do not slow down the run. A Reporter starts and stops the
// views that the options select.
package progress
