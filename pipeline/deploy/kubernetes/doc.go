// Package kubernetes holds the manifests of a run on Kubernetes, and tests that
// compare them with what the API server's own code accepts: its rules are in Go, and in no
// schema. It is a module of its own because that brings Kubernetes along.
package kubernetes
