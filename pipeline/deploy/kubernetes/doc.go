// Package kubernetes contains manifests for running gridmill on Kubernetes. Its tests check them
// with the API server's own code, because the server's rules exist only in Go code. It is a
// separate module because these tests depend on Kubernetes.
package kubernetes
