// Busload loads a NATS server and prints what it measured as lines of "key value".
//
//	busload publish URL -size N -count N -warmup N
//	busload deliver URL -size N -count N -warmup N -subscribers N
//	busload request URL -size N -count N -warmup N
//	busload idle    URL -count N
//
// Idle holds its connections until its standard input ends.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// load is what the command line asks for.
type load struct {
	url         string
	size        int
	count       int
	warmup      int
	subscribers int
}

func main() {
	steps := map[string]func(load) error{
		"publish": publish,
		"deliver": deliver,
		"request": request,
		"idle":    idle,
	}
	if len(os.Args) < 3 || steps[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: busload publish|deliver|request|idle URL [-size N] [-count N] [-warmup N] [-subscribers N]")
		os.Exit(2)
	}
	wanted := load{url: os.Args[2]}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	flags.IntVar(&wanted.size, "size", 128, "bytes of each message")
	flags.IntVar(&wanted.count, "count", 100000, "messages, requests or connections")
	flags.IntVar(&wanted.warmup, "warmup", 0, "messages or requests before those that count")
	flags.IntVar(&wanted.subscribers, "subscribers", 1, "who receive every message")
	_ = flags.Parse(os.Args[3:])
	if err := steps[os.Args[1]](wanted); err != nil {
		fmt.Fprintf(os.Stderr, "cannot %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func connect(url string) (*nats.Conn, error) {
	return nats.Connect(url, nats.NoReconnect(), nats.Timeout(10*time.Second))
}

func fact(key string, value float64) {
	fmt.Println(key, strconv.FormatFloat(value, 'f', 3, 64))
}

// publish sends to nobody, until the server has read all of it.
func publish(wanted load) error {
	connection, err := connect(wanted.url)
	if err != nil {
		return err
	}
	defer connection.Close()
	if _, err = send(connection, wanted, wanted.warmup); err != nil {
		return err
	}
	took, err := send(connection, wanted, wanted.count)
	if err != nil {
		return err
	}
	fact("published_per_second", float64(wanted.count)/took.Seconds())
	return nil
}

func send(connection *nats.Conn, wanted load, count int) (time.Duration, error) {
	payload := make([]byte, wanted.size)
	begin := time.Now()
	for range count {
		if err := connection.Publish("bench.publish", payload); err != nil {
			return 0, err
		}
	}
	err := connection.FlushTimeout(2 * time.Minute)
	return time.Since(begin), err
}

// request asks one at a time and notes how long each answer took.
func request(wanted load) error {
	responder, err := connect(wanted.url)
	if err != nil {
		return err
	}
	defer responder.Close()
	_, err = responder.Subscribe("bench.request", func(message *nats.Msg) { _ = message.Respond(message.Data) })
	if err != nil {
		return err
	}
	if err = responder.Flush(); err != nil {
		return err
	}
	asker, err := connect(wanted.url)
	if err != nil {
		return err
	}
	defer asker.Close()
	payload := make([]byte, wanted.size)
	times := make([]time.Duration, 0, wanted.count)
	for i := range wanted.warmup + wanted.count {
		begin := time.Now()
		if _, err = asker.Request("bench.request", payload, 10*time.Second); err != nil {
			return err
		}
		if i >= wanted.warmup {
			times = append(times, time.Since(begin))
		}
	}
	slices.Sort(times)
	fact("median_us", micros(times[len(times)/2]))
	fact("p99_us", micros(times[len(times)*99/100]))
	return nil
}

func micros(time time.Duration) float64 {
	return float64(time.Nanoseconds()) / 1000
}

// idle holds connections with one subscription each, and says when they are there.
func idle(wanted load) error {
	for i := range wanted.count {
		connection, err := connect(wanted.url)
		if err != nil {
			return err
		}
		defer connection.Close()
		if _, err = connection.SubscribeSync(fmt.Sprintf("bench.idle.%d", i)); err != nil {
			return err
		}
		if err = connection.Flush(); err != nil {
			return err
		}
	}
	fact("connected", float64(wanted.count))
	_, _ = os.Stdin.Read(make([]byte, 1))
	return nil
}
