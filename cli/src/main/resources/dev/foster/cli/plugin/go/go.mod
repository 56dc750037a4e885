module {{id}}

go 1.24

require (
	github.com/hashicorp/go-plugin v1.8.0
	google.golang.org/grpc v1.80.0
)
