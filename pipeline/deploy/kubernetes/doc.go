// Package kubernetes has the manifests of a run on Kubernetes, and tests that check them
// with the API server's own code: its rules exist only in Go, not in a schema. It is a
// module of its own because the tests depend on Kubernetes.
package kubernetes
