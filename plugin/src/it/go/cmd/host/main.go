// Command host launches a plugin with the real go-plugin library and says what it sees, one JSON object per step:
//
//	host [flags] STEP[,STEP...] COMMAND [ARGUMENT...]
//
// Every step has "step", "ok" and "ms", a failed one "error"; the others are facts of that step. The first is always
// "start" and the last "kill", except after "raw", which uses no library,
// and "bench-spawn" and "bench-many", which start many plugins. The exit code is 1 when a step failed.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

type settings struct {
	autoMTLS   bool
	mux        bool
	versions   string
	cookie     string
	tls        string
	serverName string
	group      string
	reattach   string
	timeout    time.Duration
	logs       bool

	calls, warmup, callers, size, plugins int

	command []string
}

// facts are what a step found out.
type facts map[string]any

func main() {
	var s settings
	flag.BoolVar(&s.autoMTLS, "automtls", false, "mutual TLS with certificates made for this run")
	flag.BoolVar(&s.mux, "mux", false, "brokered connections through the first connection")
	flag.StringVar(&s.versions, "versions", "1", "accepted versions; N:netrpc for one over net/rpc, empty for none")
	flag.StringVar(&s.cookie, "cookie", "BASIC_PLUGIN=hello", "magic cookie as KEY=VALUE; empty for none (only with raw)")
	flag.StringVar(&s.tls, "tls", "", "files of a mutual TLS as CERT,KEY,CA")
	flag.StringVar(&s.serverName, "server-name", "localhost", "name expected in the certificate of -tls")
	flag.StringVar(&s.group, "group", "", "group of the plugin's sockets")
	flag.StringVar(&s.reattach, "reattach", "", "JSON of a running plugin to attach to; the command is not used")
	flag.DurationVar(&s.timeout, "timeout", 20*time.Second, "limit of the start, of each call and of the end")
	flag.BoolVar(&s.logs, "logs", false, "show the plugin's log on standard error")
	flag.IntVar(&s.calls, "calls", 20000, "bench: measured calls")
	flag.IntVar(&s.warmup, "warmup", 5000, "bench: calls before those")
	flag.IntVar(&s.callers, "callers", 16, "bench: concurrent callers")
	flag.IntVar(&s.size, "size", 64, "bench: bytes of a value")
	flag.IntVar(&s.plugins, "plugins", 50, "bench-spawn, bench-many: how many plugins")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "cannot start: no step or no command; write: host [flags] STEP[,STEP...] COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	s.command = flag.Args()[1:]
	if !run(&s, strings.Split(flag.Arg(0), ",")) {
		os.Exit(1)
	}
}

func run(s *settings, names []string) bool {
	switch names[0] {
	case "raw":
		return step("raw", func() (facts, error) { return raw(s) })
	case "bench-spawn":
		return step("bench-spawn", func() (facts, error) { return benchSpawn(s) })
	case "bench-many":
		return step("bench-many", func() (facts, error) { return benchMany(s) })
	}
	h := newHost(s)
	ok := step("start", h.start)
	for _, name := range names {
		if !ok {
			break
		}
		if name != "start" && name != "kill" {
			ok = step(name, h.named(name))
		}
	}
	return step("kill", h.kill) && ok
}

func step(name string, do func() (facts, error)) bool {
	began := time.Now()
	found, err := do()
	line := facts{"step": name, "ok": err == nil, "ms": milliseconds(time.Since(began))}
	for key, value := range found {
		line[key] = value
	}
	if err != nil {
		line["error"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
	return err == nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
