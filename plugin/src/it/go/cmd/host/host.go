package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/rpc"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// host is one go-plugin client with one plugin behind it.
type host struct {
	settings       *settings
	command        *exec.Cmd
	client         *plugin.Client
	protocol       plugin.ClientProtocol
	kv             any
	pid            int
	stdout, stderr recorder
	log            recorder
}

func newHost(s *settings) *host {
	h := &host{settings: s, command: exec.Command(s.command[0], s.command[1:]...)}
	key, value, _ := strings.Cut(s.cookie, "=")
	config := &plugin.ClientConfig{
		HandshakeConfig:     plugin.HandshakeConfig{ProtocolVersion: 0, MagicCookieKey: key, MagicCookieValue: value},
		VersionedPlugins:    versions(s.versions),
		Cmd:                 h.command,
		AllowedProtocols:    []plugin.Protocol{plugin.ProtocolGRPC, plugin.ProtocolNetRPC},
		AutoMTLS:            s.autoMTLS,
		GRPCBrokerMultiplex: s.mux,
		StartTimeout:        s.timeout,
		SyncStdout:          &h.stdout,
		SyncStderr:          &h.stderr,
		Logger:              h.logger(),
	}
	if s.reattach != "" {
		config.Cmd, config.VersionedPlugins = nil, nil
		config.Plugins = plugin.PluginSet{"kv": grpcPlugin{}}
		config.Reattach = reattachFrom(s.reattach)
	}
	if s.group != "" {
		config.UnixSocketConfig = &plugin.UnixSocketConfig{Group: s.group}
	}
	if s.tls != "" {
		config.TLSConfig = manualTLS(s)
	}
	h.client = plugin.NewClient(config)
	return h
}

// logger keeps what go-plugin made of the plugin's standard error, as JSON lines for the log step.
func (h *host) logger() hclog.Logger {
	shown := io.Discard
	if h.settings.logs {
		shown = os.Stderr
	}
	logger := hclog.NewInterceptLogger(&hclog.LoggerOptions{Name: "plugin", Level: hclog.Trace, Output: shown})
	logger.RegisterSink(hclog.NewSinkAdapter(&hclog.LoggerOptions{Level: hclog.Trace, Output: &h.log, JSONFormat: true}))
	return logger
}

func versions(text string) map[int]plugin.PluginSet {
	sets := map[int]plugin.PluginSet{}
	for _, item := range strings.Split(text, ",") {
		number, protocol, _ := strings.Cut(item, ":")
		version, err := strconv.Atoi(number)
		if err != nil {
			fmt.Fprintf(os.Stderr, "cannot read -versions: %v; write it like 2:netrpc,3\n", err)
			os.Exit(2)
		}
		if protocol == "netrpc" {
			sets[version] = plugin.PluginSet{"kv": netPlugin{}}
		} else {
			sets[version] = plugin.PluginSet{"kv": grpcPlugin{}}
		}
	}
	return sets
}

// reattachFrom reads the JSON that a plugin in test mode wrote.
func reattachFrom(file string) *plugin.ReattachConfig {
	var plugins map[string]struct {
		Protocol        plugin.Protocol
		ProtocolVersion int
		Pid             int
		Test            bool
		Addr            struct{ Network, String string }
	}
	content, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(content, &plugins)
	}
	for _, found := range plugins {
		var address net.Addr = &net.UnixAddr{Net: "unix", Name: found.Addr.String}
		if found.Addr.Network == "tcp" {
			address, err = net.ResolveTCPAddr("tcp", found.Addr.String)
		}
		if err == nil {
			return &plugin.ReattachConfig{Protocol: found.Protocol, ProtocolVersion: found.ProtocolVersion,
				Pid: found.Pid, Test: found.Test, Addr: address}
		}
	}
	fmt.Fprintf(os.Stderr, "cannot read -reattach %s: %v; it must name one plugin\n", file, err)
	os.Exit(2)
	return nil
}

func manualTLS(s *settings) *tls.Config {
	files := strings.Split(s.tls, ",")
	pair, err := tls.LoadX509KeyPair(files[0], files[1])
	authority, err2 := os.ReadFile(files[2])
	if err := errors.Join(err, err2); err != nil {
		fmt.Fprintf(os.Stderr, "cannot read -tls: %v\n", err)
		os.Exit(2)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	return &tls.Config{
		Certificates: []tls.Certificate{pair},
		RootCAs:      pool,
		ClientCAs:    pool,
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ServerName:   s.serverName,
		MinVersion:   tls.VersionTLS12,
	}
}

func (h *host) start() (facts, error) {
	protocol, err := h.client.Client()
	if err != nil {
		return facts{"log": h.log.lines()}, err
	}
	h.protocol = protocol
	if h.kv, err = protocol.Dispense("kv"); err != nil {
		return nil, err
	}
	config := h.client.ReattachConfig()
	h.pid = config.Pid
	return facts{
		"pid":      h.pid,
		"protocol": h.client.Protocol(),
		"version":  h.client.NegotiatedVersion(),
		"network":  config.Addr.Network(),
		"address":  config.Addr.String(),
	}, nil
}

// kill ends the plugin, by force if it does not end when it is asked to, which "signal" tells. One in test mode is left.
func (h *host) kill() (facts, error) {
	if h.protocol != nil && !h.client.Exited() && !h.client.ReattachConfig().Test {
		h.ask(h.protocol)
	}
	h.client.Kill()
	state := h.command.ProcessState
	if state == nil {
		return facts{"exit": nil}, nil
	}
	found := facts{"exit": state.ExitCode(), "cpu_seconds": state.UserTime().Seconds() + state.SystemTime().Seconds()}
	if strings.HasPrefix(state.String(), "signal: ") {
		found["signal"] = strings.TrimPrefix(state.String(), "signal: ")
	}
	return found, nil
}

// ask lets go-plugin ask the plugin to end, as Kill does first, and waits for that. Kill itself waits for two seconds,
// which is not enough on a busy machine; after this it finds nothing to do, or a plugin that stays.
func (h *host) ask(protocol plugin.ClientProtocol) {
	// One that does not answer cannot be asked: to wait for it would be in vain.
	if protocol.Ping() == nil && protocol.Close() == nil {
		_ = h.ended()
	}
}

// ended waits until go-plugin noticed that the process is gone.
func (h *host) ended() error {
	for deadline := time.Now().Add(h.settings.timeout); !h.client.Exited(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return errors.New("cannot see the plugin end: it still runs")
		}
	}
	return nil
}

// remote is a plugin over gRPC.
type remote struct {
	broker     *plugin.GRPCBroker
	connection *grpc.ClientConn
}

type grpcPlugin struct{ plugin.NetRPCUnsupportedPlugin }

func (grpcPlugin) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error {
	return errors.New("cannot be a plugin: this program is a host")
}

func (grpcPlugin) GRPCClient(_ context.Context, broker *plugin.GRPCBroker, connection *grpc.ClientConn) (any, error) {
	return &remote{broker, connection}, nil
}

type netPlugin struct{}

func (netPlugin) Server(*plugin.MuxBroker) (any, error) {
	return nil, errors.New("cannot be a plugin: this program is a host")
}

func (netPlugin) Client(_ *plugin.MuxBroker, client *rpc.Client) (any, error) { return client, nil }
