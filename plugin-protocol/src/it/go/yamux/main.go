// A peer for the tests of Foster's own yamux: the Go implementation at the other end of a unix
// socket.
//
//	yamux echo listen|dial SOCKET             sends back what each stream brings, until it ends
//	yamux open listen|dial SOCKET STREAMS N   opens streams at once, sends N bytes on each, ends its
//	                                          half, and checks that the same N bytes come back
//	yamux idle listen|dial SOCKET MILLIS      does nothing but ping every 50 ms
package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/yamux"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3], numbers(os.Args[4:])); err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Println("done")
}

func numbers(words []string) []int {
	var all []int
	for _, word := range words {
		number, err := strconv.Atoi(word)
		if err != nil {
			panic(err)
		}
		all = append(all, number)
	}
	return all
}

func run(what, how, path string, sizes []int) error {
	session, err := connect(how, path)
	if err != nil {
		return err
	}
	defer session.Close()
	switch what {
	case "echo":
		return echo(session)
	case "open":
		return open(session, sizes[0], sizes[1])
	case "idle":
		time.Sleep(time.Duration(sizes[0]) * time.Millisecond)
		if session.IsClosed() {
			return fmt.Errorf("the session is closed")
		}
		return nil
	}
	return fmt.Errorf("unknown: %s", what)
}

func connect(how, path string) (*yamux.Session, error) {
	config := yamux.DefaultConfig()
	config.KeepAliveInterval = 50 * time.Millisecond
	if how == "dial" {
		connection, err := net.Dial("unix", path)
		if err != nil {
			return nil, err
		}
		return yamux.Client(connection, config)
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	fmt.Println("listening")
	connection, err := listener.Accept()
	if err != nil {
		return nil, err
	}
	return yamux.Server(connection, config)
}

// echo ends when the peer ends the session.
func echo(session *yamux.Session) error {
	for {
		stream, err := session.AcceptStream()
		if err != nil {
			return nil
		}
		go func() {
			io.Copy(stream, stream)
			stream.Close()
		}()
	}
}

func open(session *yamux.Session, streams, size int) error {
	failures := make(chan error, streams)
	var all sync.WaitGroup
	for number := range streams {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := sendAndCompare(session, int64(number), size); err != nil {
				failures <- fmt.Errorf("stream %d: %w", number, err)
			}
		}()
	}
	all.Wait()
	close(failures)
	return <-failures
}

func sendAndCompare(session *yamux.Session, seed int64, size int) error {
	stream, err := session.OpenStream()
	if err != nil {
		return err
	}
	sent := make([]byte, size)
	rand.New(rand.NewSource(seed)).Read(sent)
	writing := make(chan error, 1)
	go func() {
		_, err := stream.Write(sent)
		stream.Close()
		writing <- err
	}()
	back, err := io.ReadAll(stream)
	if err != nil {
		return err
	}
	if err := <-writing; err != nil {
		return err
	}
	if !bytes.Equal(sent, back) {
		return fmt.Errorf("%d bytes came back, not the %d sent", len(back), size)
	}
	return nil
}
