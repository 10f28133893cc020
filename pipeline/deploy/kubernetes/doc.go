// Package kubernetes contains manifests for running gridmill on Kubernetes. Its tests check the
// manifests with the API server's own code, because the server's rules exist only in Go code. The
// package is a separate module because these tests depend on Kubernetes.
package kubernetes
