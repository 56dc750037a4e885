package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	reflection "google.golang.org/grpc/reflection/grpc_reflection_v1"
	reflectionAlpha "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	"google.golang.org/grpc/status"

	"dev.foster/it/internal/wire"
)

// counter lets the plugin call back: it puts three times and the host does the sums.
func (h *host) counter() (facts, error) {
	peer := h.kv.(*remote)
	var sums atomic.Int32
	sum := func(_ context.Context, request *wire.SumRequest) (*wire.SumResponse, error) {
		sums.Add(1)
		return &wire.SumResponse{R: request.A + request.B}, nil
	}
	// A plugin to which hosts attach again and again remembers what it was told.
	key := fmt.Sprintf("sum %d", time.Now().UnixNano())
	for value := range int64(3) {
		id := peer.broker.NextId()
		servers := make(chan *grpc.Server, 1)
		go peer.broker.AcceptAndServe(id, func(options []grpc.ServerOption) *grpc.Server {
			server := grpc.NewServer(options...)
			server.RegisterService(wire.Service("proto.AddHelper", wire.Unary("Sum", sum)), nil)
			servers <- server
			return server
		})
		request := &wire.CounterPutRequest{AddServer: id, Key: key, Value: value + 1}
		_, err := call[wire.Empty](h, "/proto.Counter/Put", request)
		(<-servers).Stop()
		if err != nil {
			return nil, err
		}
	}
	reply, err := call[wire.CounterGetResponse](h, "/proto.Counter/Get", &wire.GetRequest{Key: key})
	if err != nil {
		return nil, err
	}
	return facts{"sum": reply.Value, "callbacks": sums.Load()}, errors.Join(equal(6, reply.Value), equal(3, sums.Load()))
}

// dial lets the plugin accept; twice, because ids must differ.
func (h *host) dial() (facts, error) {
	peer := h.kv.(*remote)
	var ids []uint32
	for range 2 {
		announced, err := call[wire.AnnounceResponse](h, "/proto.Trouble/Announce", &wire.Empty{})
		if err != nil {
			return nil, err
		}
		ids = append(ids, announced.ID)
		connection, err := peer.broker.Dial(announced.ID)
		if err != nil {
			return nil, err
		}
		defer connection.Close()
		ctx, cancel := h.bounded()
		defer cancel()
		reply, err := wire.Invoke[wire.SumResponse](ctx, connection, "/proto.AddHelper/Sum", &wire.SumRequest{A: 40, B: 2})
		if err != nil {
			return nil, err
		}
		if err := equal(42, reply.R); err != nil {
			return nil, err
		}
	}
	if ids[0] == ids[1] {
		return nil, fmt.Errorf("the plugin gave the id %d twice", ids[0])
	}
	return facts{"ids": ids}, nil
}

// sockets counts go-plugin's sockets in the folder for temporary files; give the host one of its own with TMPDIR.
func (h *host) sockets() (facts, error) {
	names, err := filepath.Glob(filepath.Join(os.TempDir(), "plugin*"))
	return facts{"sockets": names}, err
}

// plain succeeds when a client without TLS is turned away.
func (h *host) plain() (facts, error) {
	address := h.client.ReattachConfig().Addr
	target := "unix:" + address.String()
	if address.Network() == "tcp" {
		target = "dns:///" + address.String()
	}
	connection, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	ctx, cancel := h.bounded()
	defer cancel()
	_, err = wire.Invoke[wire.GetResponse](ctx, connection, "/proto.KV/Get", &wire.GetRequest{Key: "hello"})
	if code := status.Code(err).String(); code != "Unavailable" {
		return nil, fmt.Errorf("a client without TLS got %s", code)
	}
	return nil, nil
}

func (h *host) health() (facts, error) {
	client := grpc_health_v1.NewHealthClient(h.kv.(*remote).connection)
	found := facts{}
	for _, service := range []string{"plugin", "", "unknown"} {
		ctx, cancel := h.bounded()
		reply, err := client.Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: service})
		cancel()
		if err != nil {
			found["service:"+service] = status.Code(err).String()
		} else {
			found["service:"+service] = reply.Status.String()
		}
	}
	return found, equal[any]("SERVING", found["service:plugin"])
}

func (h *host) reflection() (facts, error) {
	connection := h.kv.(*remote).connection
	ctx, cancel := h.bounded()
	defer cancel()
	newest, err := reflection.NewServerReflectionClient(connection).ServerReflectionInfo(ctx)
	if err != nil {
		return nil, err
	}
	err = newest.Send(&reflection.ServerReflectionRequest{
		MessageRequest: &reflection.ServerReflectionRequest_ListServices{ListServices: "*"}})
	if err != nil {
		return nil, err
	}
	reply, err := newest.Recv()
	if err != nil {
		return nil, fmt.Errorf("v1: %w", err)
	}
	var services []string
	for _, service := range reply.GetListServicesResponse().GetService() {
		services = append(services, service.GetName())
	}
	slices.Sort(services)
	older, err := reflectionAlpha.NewServerReflectionClient(connection).ServerReflectionInfo(ctx)
	if err != nil {
		return nil, err
	}
	err = older.Send(&reflectionAlpha.ServerReflectionRequest{
		MessageRequest: &reflectionAlpha.ServerReflectionRequest_ListServices{ListServices: "*"}})
	if err != nil {
		return nil, err
	}
	if _, err := older.Recv(); err != nil {
		return nil, fmt.Errorf("v1alpha: %w", err)
	}
	return facts{"services": services}, nil
}

// reattach attaches a second client to the running plugin, uses it and ends the plugin through it.
func (h *host) reattach() (facts, error) {
	config := h.client.ReattachConfig()
	second := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  plugin.HandshakeConfig{MagicCookieKey: "unused", MagicCookieValue: "unused"},
		Plugins:          plugin.PluginSet{"kv": grpcPlugin{}},
		Reattach:         config,
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Logger:           h.logger(),
	})
	protocol, err := second.Client()
	if err != nil {
		return nil, err
	}
	if err := protocol.Ping(); err != nil {
		return nil, err
	}
	h.ask(protocol)
	second.Kill()
	return nil, h.ended()
}

// abandon ends this host at once, as a crash would; the plugin is left behind.
func (h *host) abandon() (facts, error) {
	step("abandoned", func() (facts, error) { return facts{"pid": h.pid}, nil })
	os.Exit(0)
	return nil, nil
}
