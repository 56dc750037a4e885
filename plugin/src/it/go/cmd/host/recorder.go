package main

import (
	"bytes"
	"strings"
	"sync"
	"time"
)

// recorder keeps what is written to it and the size of the largest write.
type recorder struct {
	lock    sync.Mutex
	content bytes.Buffer
	largest int
}

func (r *recorder) Write(data []byte) (int, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.largest = max(r.largest, len(data))
	return r.content.Write(data)
}

func (r *recorder) text() string {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.content.String()
}

func (r *recorder) size() (total, largest int) {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.content.Len(), r.largest
}

func (r *recorder) lines() []string {
	return strings.Split(strings.TrimSpace(r.text()), "\n")
}

// await waits until the content satisfies the condition, at most for the time given.
func (r *recorder) await(limit time.Duration, satisfied func() bool) bool {
	for deadline := time.Now().Add(limit); !satisfied(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}
