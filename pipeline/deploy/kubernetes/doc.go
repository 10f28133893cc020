// Package kubernetes holds manifests for running gridmill on Kubernetes, and tests that check them
// with the code of the API server. It is a separate module because the tests depend on Kubernetes.
package kubernetes
