// Package kubernetes holds the manifests of a run on Kubernetes, and tests that
// hold them against the API server's own code. It is a module of its own because
// that brings Kubernetes along.
package kubernetes
