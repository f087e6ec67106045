module talmox.invalid/conformance/bpg

go 1.26.0

require github.com/bpg/terraform-provider-proxmox v0.111.1
