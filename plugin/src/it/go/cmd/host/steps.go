package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/rpc"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"dev.foster/it/internal/wire"
)

func (h *host) named(name string) func() (facts, error) {
	all := map[string]func() (facts, error){
		"ping":       h.ping,
		"health":     h.health,
		"reflection": h.reflection,
		"kv":         h.putAndGet,
		"counter":    h.counter,
		"dial":       h.dial,
		"sockets":    h.sockets,
		"plain":      h.plain,
		"stream":     h.stream,
		"blob":       h.blob,
		"stdio":      h.stdio,
		"flood":      h.flood,
		"log":        h.logLines,
		"hang":       h.hang,
		"sigint":     h.interrupt,
		"sigterm":    h.terminate,
		"crash":      h.crash,
		"panic":      h.panic,
		"reattach":   h.reattach,
		"abandon":    h.abandon,
		"bench":      h.bench,
	}
	if do, found := all[name]; found {
		return do
	}
	return func() (facts, error) {
		return nil, fmt.Errorf("cannot do step %s: there is none of that name; see steps.go", name)
	}
}

func (h *host) bounded() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), h.settings.timeout)
}

// call makes a unary call on the main connection.
func call[R any](h *host, method string, request any) (*R, error) {
	peer, isGRPC := h.kv.(*remote)
	if !isGRPC {
		return nil, errors.New("cannot call: this plugin speaks net/rpc")
	}
	ctx, cancel := h.bounded()
	defer cancel()
	return wire.Invoke[R](ctx, peer.connection, method, request)
}

func (h *host) ping() (facts, error) { return nil, h.protocol.Ping() }

func (h *host) putAndGet() (facts, error) {
	if client, isNet := h.kv.(*rpc.Client); isNet {
		var value []byte
		err := client.Call("Plugin.Put", map[string][]byte{"hello": []byte("world")}, &struct{}{})
		return nil, errors.Join(err, client.Call("Plugin.Get", "hello", &value), equal("world", string(value)))
	}
	if _, err := call[wire.Empty](h, "/proto.KV/Put", &wire.PutRequest{Key: "hello", Value: []byte("world")}); err != nil {
		return nil, err
	}
	reply, err := call[wire.GetResponse](h, "/proto.KV/Get", &wire.GetRequest{Key: "hello"})
	if err != nil {
		return nil, err
	}
	_, err = call[wire.GetResponse](h, "/proto.KV/Get", &wire.GetRequest{Key: "nothing"})
	return facts{"missing": status.Code(err).String()}, equal("world", string(reply.Value))
}

func (h *host) stream() (facts, error) {
	if _, err := call[wire.Empty](h, "/proto.StreamerService/Configure", &wire.ConfigureRequest{Name: "part"}); err != nil {
		return nil, err
	}
	ctx, cancel := h.bounded()
	defer cancel()
	open := func(method string, server, client bool) (grpc.ClientStream, error) {
		kind := &grpc.StreamDesc{ServerStreams: server, ClientStreams: client}
		return h.kv.(*remote).connection.NewStream(ctx, kind, "/proto.StreamerService/"+method)
	}
	read, err := open("Read", true, false)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(read.SendMsg(&wire.ReadRequest{Count: 100}), read.CloseSend()); err != nil {
		return nil, err
	}
	chunks, err := receive(read)
	if err != nil {
		return nil, err
	}
	write, err := open("Write", false, true)
	if err != nil {
		return nil, err
	}
	for _, chunk := range chunks {
		if err := write.SendMsg(&wire.Chunk{Data: []byte(chunk)}); err != nil {
			return nil, err
		}
	}
	total := new(wire.WriteResponse)
	if err := errors.Join(write.CloseSend(), write.RecvMsg(total)); err != nil {
		return nil, err
	}
	echo, err := open("Echo", true, true)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(echo.SendMsg(&wire.Chunk{Data: []byte("again")}), echo.CloseSend()); err != nil {
		return nil, err
	}
	echoed, err := receive(echo)
	all := strings.Join(chunks, "")
	return facts{"chunks": total.Chunks, "bytes": total.Bytes}, errors.Join(err,
		equal("part 99", chunks[len(chunks)-1]), equal(uint32(100), total.Chunks), equal(uint64(len(all)), total.Bytes),
		equal("[again]", fmt.Sprint(echoed)))
}

func receive(stream grpc.ClientStream) ([]string, error) {
	var all []string
	for {
		chunk := new(wire.Chunk)
		if err := stream.RecvMsg(chunk); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return all, err
		}
		all = append(all, string(chunk.Data))
	}
}

func (h *host) blob() (facts, error) {
	const size = 20 << 20
	reply, err := call[wire.Chunk](h, "/proto.Trouble/Blob", &wire.BlobRequest{Size: size})
	if err != nil {
		return nil, err
	}
	request := &wire.PutRequest{Key: "large", Value: bytes.Repeat([]byte{'y'}, size)}
	_, err = call[wire.Empty](h, "/proto.KV/Put", request)
	return facts{"bytes": len(reply.Data)}, errors.Join(err, equal(size, len(reply.Data)))
}

// hang leaves a call behind that takes a minute.
func (h *host) hang() (facts, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	request := &wire.SleepRequest{Milliseconds: 60_000}
	_, err := wire.Invoke[wire.Empty](ctx, h.kv.(*remote).connection, "/proto.Trouble/Sleep", request)
	return nil, equal(codes.DeadlineExceeded, status.Code(err))
}

func (h *host) interrupt() (facts, error) {
	if err := syscall.Kill(h.pid, syscall.SIGINT); err != nil {
		return nil, err
	}
	_, err := h.putAndGet()
	return nil, err
}

func (h *host) terminate() (facts, error) {
	return nil, errors.Join(syscall.Kill(h.pid, syscall.SIGTERM), h.ended())
}

func (h *host) crash() (facts, error) {
	_, err := call[wire.Empty](h, "/proto.Trouble/Crash", &wire.CrashRequest{Code: 7})
	return nil, errors.Join(equal(codes.Unavailable, status.Code(err)), h.ended())
}

func (h *host) panic() (facts, error) {
	_, err := call[wire.Empty](h, "/proto.Trouble/Panic", &wire.PanicRequest{Message: "on request"})
	return facts{"log": h.log.lines()}, errors.Join(equal(codes.Unavailable, status.Code(err)), h.ended())
}

func equal[T comparable](wanted, got T) error {
	if wanted == got {
		return nil
	}
	return fmt.Errorf("wanted %v, got %v", wanted, got)
}
