// Package progress shows how far a run is. The pipeline counts what is done, a Tracker turns
// the counts into rates and times left, and views present them: a bar or lines for people,
// objects of JSON and metrics for programs, and records in a log. Views read the tracker every
// few moments or on request, so that they cost the run nothing. A Reporter starts and stops
// the views that the options ask for.
package progress
