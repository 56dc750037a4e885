package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"dev.foster/it/internal/wire"
)

// bench measures unary calls on one connection: one caller for the latency, many for the rate.
func (h *host) bench() (facts, error) {
	s := h.settings
	key := &wire.GetRequest{Key: "bench"}
	_, err := call[wire.Empty](h, "/proto.KV/Put", &wire.PutRequest{Key: key.Key, Value: make([]byte, s.size)})
	if err != nil {
		return nil, err
	}
	connection := h.kv.(*remote).connection
	get := func() error {
		_, err := wire.Invoke[wire.GetResponse](context.Background(), connection, "/proto.KV/Get", key)
		return err
	}
	for range s.warmup {
		if err := get(); err != nil {
			return nil, err
		}
	}
	times := make([]time.Duration, s.calls)
	for i := range times {
		began := time.Now()
		if err := get(); err != nil {
			return nil, err
		}
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	rate, err := throughput(s, get)
	return facts{
		"calls":            s.calls,
		"callers":          s.callers,
		"median_us":        microseconds(times[len(times)/2]),
		"p99_us":           microseconds(times[len(times)*99/100]),
		"calls_per_second": rate,
	}, err
}

func throughput(s *settings, get func() error) (float64, error) {
	var callers sync.WaitGroup
	failures := make([]error, s.callers)
	began := time.Now()
	for i := range s.callers {
		callers.Add(1)
		go func() {
			defer callers.Done()
			for range s.calls / s.callers {
				if failures[i] = get(); failures[i] != nil {
					return
				}
			}
		}()
	}
	callers.Wait()
	return float64(s.calls/s.callers*s.callers) / time.Since(began).Seconds(), errors.Join(failures...)
}

// benchSpawn starts plugins one after the other and measures from the spawn to the first answer.
func benchSpawn(s *settings) (facts, error) {
	times := make([]time.Duration, s.plugins)
	for i := range times {
		h := newHost(s)
		began := time.Now()
		err := h.answer()
		times[i] = time.Since(began)
		h.client.Kill()
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(times)
	return facts{
		"plugins":   len(times),
		"median_ms": milliseconds(times[len(times)/2]),
		"p99_ms":    milliseconds(times[len(times)*99/100]),
	}, nil
}

// benchMany starts many plugins at once, waits for an answer of each and ends them.
func benchMany(s *settings) (facts, error) {
	hosts := make([]*host, s.plugins)
	for i := range hosts {
		hosts[i] = newHost(s)
	}
	began := time.Now()
	err := together(hosts, (*host).answer)
	answered := time.Since(began)
	began = time.Now()
	err = errors.Join(err, together(hosts, func(h *host) error { h.client.Kill(); return nil }))
	return facts{
		"plugins":     len(hosts),
		"answered_ms": milliseconds(answered),
		"killed_ms":   milliseconds(time.Since(began)),
	}, err
}

// answer starts the plugin and makes calls, the first of which is the first answer.
func (h *host) answer() error {
	if _, err := h.start(); err != nil {
		return err
	}
	_, err := h.putAndGet()
	return err
}

func together(hosts []*host, do func(*host) error) error {
	failures := make([]error, len(hosts))
	var all sync.WaitGroup
	for i, h := range hosts {
		all.Add(1)
		go func() {
			defer all.Done()
			failures[i] = do(h)
		}()
	}
	all.Wait()
	return errors.Join(failures...)
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
