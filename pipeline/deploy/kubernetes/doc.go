// Package kubernetes contains manifests for running gridmill on Kubernetes. Its tests check them
// with the code of the API server, because the server's rules exist only in Go, not in a schema. It
// is a separate module because these tests depend on Kubernetes.
package kubernetes
