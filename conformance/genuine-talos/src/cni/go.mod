module conformance.invalid/cni

go 1.24

require github.com/containernetworking/plugins v1.7.1
