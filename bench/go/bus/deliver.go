package main

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// How many bytes may be on their way: enough to keep everybody busy, too little to make anybody a slow consumer.
const window = 8 << 20

// deliver sends messages from one connection to subscribers with a connection each, until all have everything.
func deliver(wanted load) error {
	publisher, err := connect(wanted.url)
	if err != nil {
		return err
	}
	defer publisher.Close()
	receivers := make([]*atomic.Int64, wanted.subscribers)
	for i := range receivers {
		receivers[i] = new(atomic.Int64)
		subscriber, err := receive(wanted.url, receivers[i])
		if err != nil {
			return err
		}
		defer subscriber.Close()
	}
	sent := 0
	if sent, _, err = relay(publisher, receivers, wanted, sent, wanted.warmup); err != nil {
		return err
	}
	_, took, err := relay(publisher, receivers, wanted, sent, wanted.count)
	if err != nil {
		return err
	}
	fact("delivered_per_second", float64(wanted.count*wanted.subscribers)/took.Seconds())
	return nil
}

func receive(url string, received *atomic.Int64) (*nats.Conn, error) {
	connection, err := connect(url)
	if err != nil {
		return nil, err
	}
	subscription, err := connection.Subscribe("bench.deliver", func(*nats.Msg) { received.Add(1) })
	if err != nil {
		return nil, err
	}
	if err = subscription.SetPendingLimits(-1, -1); err != nil {
		return nil, err
	}
	return connection, connection.Flush()
}

// relay publishes as many as asked for and waits for all of them; it says how many were sent since the beginning.
func relay(publisher *nats.Conn, receivers []*atomic.Int64, wanted load, sent int, count int) (int, time.Duration, error) {
	payload := make([]byte, wanted.size)
	ahead := int64(min(max(window/(wanted.size+64)/wanted.subscribers, 64), 65536))
	begin := time.Now()
	for i := range count {
		if err := publisher.Publish("bench.deliver", payload); err != nil {
			return 0, 0, err
		}
		if i%32 == 0 {
			if err := await(receivers, int64(sent+i)-ahead); err != nil {
				return 0, 0, err
			}
		}
	}
	if err := publisher.Flush(); err != nil {
		return 0, 0, err
	}
	err := await(receivers, int64(sent+count))
	return sent + count, time.Since(begin), err
}

func await(receivers []*atomic.Int64, least int64) error {
	limit := time.Now().Add(time.Minute)
	for _, received := range receivers {
		for received.Load() < least {
			if time.Now().After(limit) {
				return errors.New("messages were lost, or the server is too slow by far")
			}
			time.Sleep(20 * time.Microsecond)
		}
	}
	return nil
}
