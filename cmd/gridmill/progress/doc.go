// Package progress shows the progress of a run. The pipeline counts what is done, a Tracker turns
// the counts into rates and times left, and views present them: a bar or lines of text, JSON
// objects and metrics for programs, and records in a log. Views read the tracker periodically or on
// request, so that they do not slow down the run. A Reporter starts and stops the views that the
// options select.
package progress
