package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"dev.foster/it/internal/wire"
)

// stdio lets the plugin print to both of its streams and waits for the copies.
func (h *host) stdio() (facts, error) {
	text := "a line of output, with ümlauts\n"
	for _, toStderr := range []bool{false, true} {
		if err := h.print(200, text, toStderr); err != nil {
			return nil, err
		}
	}
	wanted := strings.Repeat(text, 200)
	complete := func() bool {
		return strings.Contains(h.stdout.text(), wanted) && strings.Contains(h.stderr.text(), wanted)
	}
	found := facts{}
	if !h.stdout.await(h.settings.timeout, complete) {
		return found, errors.New("the copies of standard output and standard error are not complete")
	}
	_, found["largest"] = h.stdout.size()
	if _, largest := h.stdout.size(); largest > 1024 {
		return found, fmt.Errorf("a chunk of %d bytes", largest)
	}
	return found, nil
}

// flood lets the plugin print ten megabytes and calls it afterwards.
func (h *host) flood() (facts, error) {
	before, _ := h.stdout.size()
	if err := h.print(10<<10, strings.Repeat("z", 1023)+"\n", false); err != nil {
		return nil, err
	}
	arrived := func() bool { total, _ := h.stdout.size(); return total-before >= 10<<20 }
	if !h.stdout.await(h.settings.timeout, arrived) {
		return nil, errors.New("the flood did not arrive")
	}
	return h.putAndGet()
}

func (h *host) print(count uint32, text string, toStderr bool) error {
	request := &wire.PrintRequest{Count: count, Text: text, Stderr: toStderr}
	_, err := call[wire.Empty](h, "/proto.Trouble/Print", request)
	return err
}

// logLines asks for a line on each level and gives those that go-plugin understood.
func (h *host) logLines() (facts, error) {
	const text = "as the host sees it"
	if _, err := call[wire.Empty](h, "/proto.Trouble/Log", &wire.LogRequest{Message: text}); err != nil {
		return nil, err
	}
	var entries []map[string]any
	complete := func() bool {
		entries = nil
		for _, line := range h.log.lines() {
			entry := map[string]any{}
			if json.Unmarshal([]byte(line), &entry) == nil && entry["@message"] == text {
				entries = append(entries, entry)
			}
		}
		return len(entries) >= 5
	}
	if !h.log.await(h.settings.timeout, complete) {
		return facts{"entries": entries}, errors.New("not all levels arrived")
	}
	return facts{"entries": entries}, nil
}

// raw starts the plugin without the library, reads one line and ends it with SIGTERM.
func raw(s *settings) (facts, error) {
	command := exec.Command(s.command[0], s.command[1:]...)
	command.Env = append(os.Environ(), "PLUGIN_PROTOCOL_VERSIONS="+s.versions)
	if s.cookie != "" {
		command.Env = append(command.Env, s.cookie)
	}
	var stderr bytes.Buffer
	command.Stderr = &stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	forced := time.AfterFunc(s.timeout, func() { command.Process.Kill() })
	defer forced.Stop()
	reader := bufio.NewReader(stdout)
	line, _ := reader.ReadString('\n')
	found := facts{"line": strings.TrimSuffix(line, "\n"), "fields": len(strings.Split(line, "|"))}
	if line != "" {
		command.Process.Signal(syscall.SIGTERM)
	}
	rest, _ := io.ReadAll(reader)
	command.Wait()
	found["after"] = string(rest)
	found["stderr"] = stderr.String()
	found["exit"] = command.ProcessState.ExitCode()
	return found, nil
}
