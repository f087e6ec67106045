module conformance.invalid/discovery

go 1.25.2

require (
	github.com/siderolabs/discovery-service v1.0.7
	github.com/siderolabs/gen v0.8.6
	github.com/siderolabs/go-debug v0.6.2
)

replace github.com/siderolabs/discovery-service => ./copy
