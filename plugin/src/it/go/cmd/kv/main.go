// Command kv is a plugin made with the real go-plugin library. It serves everything kv.proto names, and the variables
// below make it one of the many kinds of plugin a host has to live with.
//
//	KV_VERSIONS   "2:netrpc,3:grpc" serves several versions; without it, version 1 over gRPC, not negotiated
//	KV_TLS        "CERT,KEY,CA": files of a manually configured mutual TLS
//	KV_CLEANUP    a file that the deferred clean-up writes
//	KV_SHUTDOWN   "hang": the shutdown call never answers; "linger": the process stays after it
//	KV_HEALTH     "down": the health check says NOT_SERVING from the start
//	KV_DELAY      a duration to wait for before the handshake
//	KV_TEST       a file: go-plugin's test mode, with the reattach configuration written there as JSON
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
)

var handshake = plugin.HandshakeConfig{
	ProtocolVersion:  1,
	MagicCookieKey:   "BASIC_PLUGIN",
	MagicCookieValue: "hello",
}

func main() {
	if delay, err := time.ParseDuration(os.Getenv("KV_DELAY")); err == nil {
		time.Sleep(delay)
	}
	if file := os.Getenv("KV_CLEANUP"); file != "" {
		defer write(file, []byte("cleaned up\n"))
	}
	logger := hclog.New(&hclog.LoggerOptions{Name: "kv", Level: hclog.Trace, Output: os.Stderr, JSONFormat: true})
	state := &state{logger: logger, values: map[string][]byte{}, sums: map[string]int64{}}
	state.down.Store(os.Getenv("KV_HEALTH") == "down")
	config := &plugin.ServeConfig{
		HandshakeConfig: handshake,
		Logger:          logger,
		GRPCServer:      state.newServer,
	}
	if versions := os.Getenv("KV_VERSIONS"); versions != "" {
		config.VersionedPlugins = versioned(state, versions)
	} else {
		config.Plugins = plugin.PluginSet{"kv": &grpcPlugin{state: state}}
	}
	if files := os.Getenv("KV_TLS"); files != "" {
		config.TLSProvider = tlsFrom(strings.Split(files, ","))
	}
	if file := os.Getenv("KV_TEST"); file != "" {
		config.Test = testMode(file)
	}
	plugin.Serve(config)
	if os.Getenv("KV_SHUTDOWN") == "linger" {
		select {}
	}
}

// versioned reads "2:netrpc,3:grpc".
func versioned(state *state, text string) map[int]plugin.PluginSet {
	sets := map[int]plugin.PluginSet{}
	for _, item := range strings.Split(text, ",") {
		number, protocol, _ := strings.Cut(item, ":")
		version, err := strconv.Atoi(number)
		if err != nil {
			fail("cannot read KV_VERSIONS: %v; write it like 2:netrpc,3:grpc", err)
		}
		if protocol == "netrpc" {
			sets[version] = plugin.PluginSet{"kv": &netPlugin{state: state}}
		} else {
			sets[version] = plugin.PluginSet{"kv": &grpcPlugin{state: state}}
		}
	}
	return sets
}

func write(file string, content []byte) {
	// A name of its own first: a reader that waits for the file must not see half of it.
	if err := os.WriteFile(file+".part", content, 0o600); err != nil {
		fail("cannot write %s: %v", file, err)
	}
	if err := os.Rename(file+".part", file); err != nil {
		fail("cannot write %s: %v", file, err)
	}
}

func fail(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", arguments...)
	os.Exit(3)
}
