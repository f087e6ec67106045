module conformance.invalid/containerd

go 1.24.3

require github.com/containerd/containerd/v2 v2.1.5
