module conformance.invalid/tools

go 1.24
