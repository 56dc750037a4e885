package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"os"
	"os/signal"
	"syscall"

	"github.com/hashicorp/go-plugin"
)

// tlsFrom reads a certificate, its key and the authority that must have signed the host's certificate.
func tlsFrom(files []string) func() (*tls.Config, error) {
	return func() (*tls.Config, error) {
		pair, err := tls.LoadX509KeyPair(files[0], files[1])
		if err != nil {
			return nil, err
		}
		authority, err := os.ReadFile(files[2])
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(authority)
		return &tls.Config{
			Certificates: []tls.Certificate{pair},
			ClientAuth:   tls.RequireAndVerifyClientCert,
			ClientCAs:    pool,
			RootCAs:      pool,
			ServerName:   "localhost",
			MinVersion:   tls.VersionTLS12,
		}, nil
	}
}

// testMode serves without a handshake until SIGTERM and writes how to attach, in the JSON that Terraform made common.
func testMode(file string) *plugin.ServeTestConfig {
	ended, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	configs := make(chan *plugin.ReattachConfig, 1)
	go func() {
		config := <-configs
		content, _ := json.Marshal(map[string]any{"kv": map[string]any{
			"Protocol":        config.Protocol,
			"ProtocolVersion": config.ProtocolVersion,
			"Pid":             config.Pid,
			"Test":            config.Test,
			"Addr":            map[string]string{"Network": config.Addr.Network(), "String": config.Addr.String()},
		}})
		write(file, content)
	}()
	return &plugin.ServeTestConfig{Context: ended, ReattachConfigCh: configs}
}
