// A plugin: greets whoever asks.
package main

import (
	"context"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

type greeter struct {
	plugin.NetRPCUnsupportedPlugin
}

func (*greeter) Greet(_ context.Context, request *GreetRequest) (*GreetReply, error) {
	return &GreetReply{Text: "Hello, " + request.Name + "!"}, nil
}

func (g *greeter) GRPCServer(_ *plugin.GRPCBroker, server *grpc.Server) error {
	RegisterGreeter(server, g)
	return nil
}

// GRPCClient is for hosts in Go; this program is only ever a plugin.
func (*greeter) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  1,
			MagicCookieKey:   "FOSTER_PLUGIN",
			MagicCookieValue: "hosted",
		},
		Plugins:    plugin.PluginSet{"greeter": &greeter{}},
		GRPCServer: plugin.DefaultGRPCServer,
	})
}
