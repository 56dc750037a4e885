package dev.foster.daemon.config;

import java.util.List;

/** Documents, and fields of a process, that are good or bad for everybody. */
final class Corpus {
    private Corpus() {}

    static final List<String> WHOLE =
            List.of(
                    "processes: {w: {command: run}}",
                    "processes: {w: {command: run, stdin: pipe}, v: {command: run, replicas: 2}}\n"
                            + "screen: {panels: [v, w], keys: {Space: {send: w, text: next},"
                            + " x: {send: w, text: 5, label: five}, F12: {send: w, text: ''}}}",
                    "processes: {w: {command: run}}\nscreen: {}",
                    "processes: {w: {command: run}}\nscreen: {panels: w}",
                    "{\"processes\": {\"w\": {\"command\": [\"run\", \"it\"]}}}",
                    "plugins: {}\nbus: embedded\nmcp: {}",
                    """
                    mcp:
                      files: {command: [node, files.js], working_dir: sub, environment: {A: b},
                        inherit: [PATH], env_file: a.env, description: notes, share: client,
                        warm: 2, era: auto, tools: {allow: ["read_*"], deny: [read_secret]},
                        restart: {backoff: [0s, 1s], limit: none, reset_after: 5m},
                        stop: {signal: INT, grace: 1s}, children: 10, max_message: 4MB,
                        timeouts: {start: 10s, request: 1m, idle: 1h, answer: 2m},
                        cache: {ttl: 5m, scope: public}}
                      notes: {command: notes --stdio, era: modern, token_variable: API_TOKEN}
                      old: {command: old, era: legacy, share: all}
                      both: {servers: [files, notes]}
                      all: {servers: {files: f_, old: ""}, tools: {}}
                      one: {servers: files}
                    """,
                    "mcp: {a: {command: run}}\nbroker: {listen: 8808, auth: none}",
                    "processes: {a: {command: run}}\nweb: true",
                    "processes: {a: {command: run}}\nweb: {listen: 7433, token_file: t}",
                    "processes: {a: {command: run}}\n"
                            + "web: {listen: '0.0.0.0:1', public_url: https://a.example/b}",
                    "processes: {a: {command: run}}\n"
                            + "web: {listen: '0.0.0.0:1', tls: {certificate: c, key: k}}",
                    "mcp: {a: {command: run}}\nbroker: {}",
                    """
                    mcp: {a: {command: run}}
                    broker:
                      listen: 0.0.0.0:8443
                      auth: {tokens: {alice: {file: a.token, environment: {A: b}},
                        bob: {token: "${SET}", scopes: [read]}}}
                      public_url: https://mcp.example.org/tools
                      hosts: [mcp.example.org, "other:8443"]
                      origins: https://app.example.org
                      tls: {certificate: a.pem, key: a-key.pem}
                      sessions: 200
                      sessions_per_caller: 5
                      idle: 10m
                      age: 0
                      max_request: 1MB
                      rate: 600 in 1m
                    """,
                    "mcp: {a: {command: run}}\nbroker: {auth: {jwt: {issuer: https://a.example,"
                            + " jwks: https://a.example/jwks, audience: me, scopes: [a, b],"
                            + " leeway: 5s}}, authorization_servers: [https://a.example]}",
                    "mcp: {a: {command: run}}\nbroker: {auth: {jwt: {issuer: me, jwks: keys}}}",
                    "mcp: {a: {command: run}}\nbroker: {listen: '[::1]:0', auth: passthrough}",
                    "processes: {w: {command: run}}\nmetrics: {listen: 9433}",
                    "processes: {w: {command: run}}\nmetrics: {}\nnotify: []",
                    "processes: {w: {command: run}}\nmetrics: {listen: '0.0.0.0:0', token_file: a,"
                            + " otlp: 'https://otel.example', period: 1m, headers: {A: b, C: 5}}",
                    """
                    processes: {w: {command: run}}
                    notify:
                      - {webhook: "https://example.org/a", secret: "${SET}", on: crash}
                      - {name: mail, command: mail root, on: [gave-up, over-limit], processes: w}
                      - {command: [mail, 5], processes: ["*"], timeout: 5s, retries: 0,
                         rate: 1 in 1h, on: all}
                      - {webhook: "http://[::1]:80/", headers: {X-A: b}, retries: 20}
                    """,
                    "bus: nats://127.0.0.1:4222",
                    "bus: {listen: 4222, user: guest, password: '${SET:-secret}', admins: [a, b]}",
                    "bus: {listen: '127.0.0.1:0', prefix: '.'}",
                    "bus: {url: [nats://a:1, tls://b], token: t, ca: ca.pem}",
                    "bus: {url: nats://a, credentials: a.creds}",
                    "bus: {}\nplugins: {dice: {module: plugins.dice-roller.plugin, class: A}}",
                    "plugins_dir: none-here",
                    "plugins: {kv: {}}\nplugins_dir: plugins",
                    "plugins: {kv: {path: plugins/kv}}\n"
                            + "processes: {w: {command: run, depends_on: [kv]}}",
                    """
                    # A stack with everything in it.
                    name: shop
                    x-common: &common {restart: always}
                    defaults:
                      environment: {LOG: info}
                      ready: {within: 30s}
                      stop: {grace: 2s}
                    processes:
                      database:
                        command: [postgres, -D, data]
                        ready: {tcp: 5432}
                        output: {stderr: merge, keep: 2MiB, file: logs/db.log, rotate: 1MB x 3}
                      migrate: {command: ./migrate, depends_on: {database: ready}, restart: no}
                      api:
                        command: ./api --port ${SET:-8080}
                        environment: [A=b, "C=d e"]
                        depends_on:
                          migrate: completed_successfully
                          database: {condition: ready}
                        ready: {http: "http://127.0.0.1:8080/healthz", period: 1s, timeout: 500ms}
                        liveness: {http: {url: 8080, status: 204}, period: 10s, failures: 3}
                        restart:
                          policy: on-failure
                          backoff: {initial: 1s, factor: 2, max: 1m, jitter: 0.25}
                          limit: 5 in 60s
                          reset_after: 60s
                          success_codes: [0, 143]
                        stop: {signal: INT, grace: 10s, eof_wait: 1s}
                        limits: {memory: 256MB, cpu: 50%, threads: 64, files: 1024}
                        replicas: 2
                        description: "the shop's own interface"
                      spare: {command: run, enabled: false, restart: *restart}
                    groups:
                      backend: {strategy: rest_for_one, members: [database, api], intensity: 3 in 5s}
                    """
                            .replace("{restart: always}", "{restart: &restart always}"));

    static final List<String> GOOD_FIELDS =
            List.of(
                    "working_dir: sub",
                    "gauge: {pattern: 'rate=([0-9.]+)', unit: req/s, low: 50%}",
                    "gauge: {pattern: '(?:a|b)(?<n>\\d+)', baseline: 12.5, low: 12.5%}",
                    "gauge: {pattern: '(.)', baseline: '${SET}'}",
                    "alert: {pattern: DETECTED, clear: RECOVERED}",
                    "alert: {pattern: '[Dd]etected'}",
                    "environment: {A: 1, B: true, C: x, D: 1.5}",
                    "environment: []",
                    "env_file: a.env",
                    "env_file: [a.env, a.env]",
                    "inherit: none",
                    "inherit: [PATH]",
                    "inherit: []",
                    "depends_on: [other]",
                    "depends_on: {other: ready}",
                    "depends_on: {other: {}}",
                    "depends_on: {other: service_healthy}",
                    "ready: notify",
                    "ready: {notify: true}",
                    "ready: {log: up}",
                    "ready: {tcp: 80}",
                    "ready: {tcp: 'a.b:80'}",
                    "ready: {tcp: '${SET}'}",
                    "ready: {http: 80, within: 5}",
                    "ready: {http: {url: 'http://a', headers: {A: b}}}",
                    "ready: {exec: [a, 1, true]}",
                    "ready: {exec: a b}",
                    "ready: {grpc: {address: 'a:1', service: ''}}",
                    "ready: {fd: 3}",
                    "liveness: notify",
                    "liveness: {grpc: 1, failures: 9}",
                    "restart: no",
                    "restart: unless-stopped",
                    "restart: {}",
                    "restart: {limit: none, backoff: [0s, 1, 2.5m]}",
                    "restart: {limit: 0 in 1d}",
                    "restart: {backoff: {factor: 1.5, jitter: 0}}",
                    "stop: {signal: SIGUSR1}",
                    "stop: {signal: 12, grace: 0}",
                    "output: {keep: 0, rotate: 1MiB x 9}",
                    "output: {stderr: apart, keep: 10 KB}",
                    "limits: {memory: 1GB, cpu: 150}",
                    "limits: {cpu: 12.5%, throttle: true, pids: 3, checks: 1, then: report}",
                    "limits: {memory: 256MiB, then: stop, checks: '${SET}'}",
                    "isolation: {user: nobody, group: 1000, no_new_privileges: true}",
                    "isolation: {private_tmp: true, read_only: [/etc, data]}",
                    "isolation: {read_only: /etc}",
                    "replicas: 3",
                    "replicas: ${SET}",
                    "enabled: false",
                    "description: ''");

    /** Of the plugin kv, which is there. */
    static final List<String> GOOD_PLUGIN_FIELDS =
            List.of(
                    "limits: {memory: 256MB, pids: 4}",
                    "isolation: {user: nobody}",
                    "path: plugins/kv",
                    "gauge: {pattern: 'rate=([0-9.]+)'}",
                    "alert: {pattern: DETECTED, clear: RECOVERED}",
                    "config: {}",
                    "config: {a: {b: [1, true, 2.5, x]}}",
                    "enabled: false",
                    "environment: {A: 1}",
                    "environment: [A=b]",
                    "depends_on: {other: ready}",
                    "depends_on: [other]",
                    "health: none",
                    "health: {service: '', period: 1s, timeout: 500ms, failures: 5}",
                    "restart: no",
                    "restart: {policy: on-failure, limit: none, backoff: [0s, 1s]}",
                    "start_timeout: 1m",
                    "description: what it is for");

    static final List<String> BAD_PLUGIN_FIELDS =
            List.of(
                    "limits: {memory: x}",
                    "isolation: {jail: 1}",
                    "path: ''",
                    "gauge: {unit: x}",
                    "alert: {patern: x}",
                    "path: 5",
                    "config: text",
                    "config: []",
                    "enabled: 1",
                    "environment: text",
                    "depends_on: other",
                    "health: some",
                    "health: {period: 0s}",
                    "health: {failures: 0}",
                    "health: {more: 1}",
                    "restart: sometimes",
                    "restart: {limit: 5}",
                    "start_timeout: 0s",
                    "start_timeout: soon",
                    "description: 5",
                    "command: run");

    static final List<String> BAD_WHOLE =
            List.of(
                    "processes: {w: {command: run}}\nmetrics: true",
                    "processes: {w: {command: run}}\nmetrics: {listen: here}",
                    "processes: {w: {command: run}}\nmetrics: {listen: 70000}",
                    "processes: {w: {command: run}}\nmetrics: {token: a}",
                    "processes: {w: {command: run}}\nmetrics: {listen: 1, token: a, token_file: b}",
                    "processes: {w: {command: run}}\nmetrics: {otlp: 4318}",
                    "processes: {w: {command: run}}\nmetrics: {otlp: 'http://a', period: 0}",
                    "processes: {w: {command: run}}\nnotify: {webhook: 'http://a'}",
                    "processes: {w: {command: run}}\nnotify: [crash]",
                    "processes: {w: {command: run}}\nnotify: [{}]",
                    "processes: {w: {command: run}}\nnotify: [{webhook: a}]",
                    "processes: {w: {command: run}}\nnotify: [{webhook: 'http://a', command: b}]",
                    "processes: {w: {command: run}}\nnotify: [{command: b, secret: c}]",
                    "processes: {w: {command: run}}\nnotify: [{command: b, on: often}]",
                    "processes: {w: {command: run}}\nnotify: [{command: b, retries: 21}]",
                    "processes: {w: {command: run}}\nnotify: [{command: b, rate: 5}]",
                    "processes: {w: {command: run}}\nnotify: [{command: b, name: ' '}]",
                    "processes: {w: {command: run}}\nnotify: [{command: b, urgent: true}]",
                    "{}",
                    "plugins: {a: 1}",
                    "mcp: [a]",
                    "mcp: {a: {}}",
                    "mcp: {a: {command: run, servers: [b]}, b: {command: run}}",
                    "mcp: {'a b': {command: run}}",
                    "mcp: {a: {command: []}}",
                    "mcp: {a: {servers: []}}",
                    "mcp: {a: {servers: {}}}",
                    "mcp: {a: {command: run, share: some}}",
                    "mcp: {a: {command: run, warm: -1}}",
                    "mcp: {a: {command: run, era: old}}",
                    "mcp: {a: {command: run, token_variable: 'A-B'}}",
                    "mcp: {a: {command: run, tools: {allow: all}}}",
                    "mcp: {a: {command: run, tools: {only: [a]}}}",
                    "mcp: {a: {command: run, restart: always}}",
                    "mcp: {a: {command: run, restart: {policy: always}}}",
                    "mcp: {a: {command: run, timeouts: {start: 0s}}}",
                    "mcp: {a: {command: run, max_message: lots}}",
                    "mcp: {a: {command: run, cache: {scope: all}}}",
                    "mcp: {a: {command: run, children: 0}}",
                    "mcp: {a: {command: run, ready: {tcp: 1}}}",
                    "mcp: {a: {command: run}}\nbroker: {listen: here}",
                    "processes: {a: {command: run}}\nweb: maybe",
                    "processes: {a: {command: run}}\nweb: {listen: here}",
                    "processes: {a: {command: run}}\nweb: {public_url: http://a.example}",
                    "processes: {a: {command: run}}\nweb: {tls: {key: k}}",
                    "processes: {a: {command: run}}\nweb: {port: 1}",
                    "mcp: {a: {command: run}}\nbroker: {listen: 70000}",
                    "mcp: {a: {command: run}}\nbroker: {auth: maybe}",
                    "mcp: {a: {command: run}}\nbroker: {auth: {}}",
                    "mcp: {a: {command: run}}\nbroker: {auth: {tokens: {}}}",
                    "mcp: {a: {command: run}}\nbroker: {auth: {tokens: {a: {}}}}",
                    "mcp: {a: {command: run}}\n"
                            + "broker: {auth: {tokens: {a: {file: f, token: t}}}}",
                    "mcp: {a: {command: run}}\nbroker: {auth: {tokens: {a: {token: ''}}}}",
                    "mcp: {a: {command: run}}\nbroker: {auth: {jwt: {issuer: a}}}",
                    "mcp: {a: {command: run}}\nbroker: {public_url: mcp.example.org}",
                    "mcp: {a: {command: run}}\nbroker: {tls: {certificate: a.pem}}",
                    "mcp: {a: {command: run}}\nbroker: {sessions: 0}",
                    "mcp: {a: {command: run}}\nbroker: {rate: 600 per minute}",
                    "mcp: {a: {command: run}}\nbroker: {port: 8808}",
                    "processes: {w: {command: run}}\nscreen: [w]",
                    "processes: {w: {command: run}}\nscreen: {panel: [w]}",
                    "processes: {w: {command: run}}\nscreen: {panels: {w: 1}}",
                    "processes: {w: {command: run, stdin: pipe}}\n"
                            + "screen: {keys: {Enter: {send: w, text: a}}}",
                    "processes: {w: {command: run, stdin: pipe}}\n"
                            + "screen: {keys: {F1: {send: w, text: a}}}",
                    "processes: {w: {command: run, stdin: pipe}}\n"
                            + "screen: {keys: {a: {send: w}}}",
                    "processes: {w: {command: run, stdin: pipe}}\n"
                            + "screen: {keys: {a: {text: x}}}",
                    "processes: {w: {command: run, stdin: pipe}}\nscreen: {keys: {a: w x}}",
                    "plugins: []",
                    "plugins: {a b: {}}",
                    "plugins_dir: 5",
                    "plugins_dir: ' '",
                    "name: a",
                    "processes: []",
                    "processes: {a: run}",
                    "processes: {a: {}}",
                    "processes: {a b: {command: run}}",
                    "processes: {-a: {command: run}}",
                    "name: a b\nprocesses: {}",
                    "name: 5\nprocesses: {}",
                    "proceses: {}\nprocesses: {}",
                    "defaults: {command: a}\nprocesses: {}",
                    "defaults: []\nprocesses: {}",
                    "defaults: {stopp: {}}\nprocesses: {}",
                    "processes: {a: {command: run}}\ngroups: {g: {}}",
                    "processes: {a: {command: run}}\ngroups: {g: {members: []}}",
                    "processes: {a: {command: run}}\ngroups: {g: {members: a}}",
                    "processes: {a: {command: run}}\ngroups: {g: {members: [1]}}",
                    "processes: {a: {command: run}}\ngroups: {g: {members: [a], strategy: x}}",
                    "processes: {a: {command: run}}\ngroups: {g: {members: [a], intensity: 3}}",
                    "processes: {a: {command: run}}\ngroups: {g: {members: [a], more: 1}}",
                    "processes: {a: {command: 5}}",
                    "processes: {a: {command: ''}}",
                    "processes: {a: {command: []}}",
                    "processes: {a: {command: [' ']}}",
                    "processes: {a: {command: [a, [b]]}}",
                    "processes: {a: {command: {}}}");

    static final List<String> BAD_FIELDS =
            List.of(
                    "comand: x",
                    "gauge: 5",
                    "gauge: {pattern: ''}",
                    "gauge: {pattern: '(x)', low: half}",
                    "gauge: {pattern: '(x)', low: 101%}",
                    "gauge: {pattern: '(x)', low: 0.5}",
                    "gauge: {pattern: '(x)', baseline: much}",
                    "gauge: {pattern: '(x)', baseline: -1}",
                    "gauge: {pattern: '(x)', high: 1}",
                    "alert: DETECTED",
                    "alert: {clear: x}",
                    "alert: {pattern: x, clear: 5}",
                    "working_dir: 5",
                    "working_dir: ' '",
                    "environment: text",
                    "environment: {A: []}",
                    "environment: {A=: b}",
                    "environment: [A]",
                    "environment: ['=b']",
                    "environment:",
                    "env_file: 5",
                    "env_file: [[]]",
                    "inherit: some",
                    "inherit: [1]",
                    "depends_on: other",
                    "depends_on: [1]",
                    "depends_on: {other: soon}",
                    "depends_on: {other: {conditions: ready}}",
                    "ready: yes",
                    "ready: {log: a, tcp: 1}",
                    "ready: {log: ''}",
                    "ready: {tcp: 0}",
                    "ready: {tcp: 65536}",
                    "ready: {tcp: a}",
                    "ready: {http: 'ftp://a'}",
                    "ready: {http: {}}",
                    "ready: {http: {url: 80, status: 99}}",
                    "ready: {http: {url: 80, headers: {'a b': c}}}",
                    "ready: {http: {url: 80, more: 1}}",
                    "ready: {exec: []}",
                    "ready: {grpc: {}}",
                    "ready: {grpc: {address: 1, more: 1}}",
                    "ready: {notify: false}",
                    "ready: {fd: 2}",
                    "ready: {tcp: 1, period: 0s}",
                    "ready: {tcp: 1, period: 0}",
                    "ready: {tcp: 1, timeout: -1}",
                    "ready: {tcp: 1, within: 5 sec}",
                    "ready: {tcp: 1, more: 1}",
                    "liveness: {log: a}",
                    "liveness: {fd: 3}",
                    "liveness: {tcp: 1, http: 2}",
                    "liveness: {tcp: 1, failures: 0}",
                    "restart: sometimes",
                    "restart: 5",
                    "restart: {policy: x}",
                    "restart: {limit: 5}",
                    "restart: {limit: 5 in 0s}",
                    "restart: {backoff: 5s}",
                    "restart: {backoff: []}",
                    "restart: {backoff: [x]}",
                    "restart: {backoff: {factor: 0.5}}",
                    "restart: {backoff: {jitter: 1.5}}",
                    "restart: {backoff: {more: 1}}",
                    "restart: {success_codes: 0}",
                    "restart: {success_codes: [256]}",
                    "restart: {reset_after: x}",
                    "restart: {more: 1}",
                    "stop: TERM",
                    "stop: {signal: NOPE}",
                    "stop: {signal: 65}",
                    "stop: {grace: x}",
                    "stop: {more: 1}",
                    "output: {stderr: mix}",
                    "output: {keep: x}",
                    "output: {file: ''}",
                    "output: {rotate: 10MB}",
                    "output: {rotate: 10MB x 0}",
                    "output: {more: 1}",
                    "limits: {memory: x}",
                    "limits: {cpu: half}",
                    "limits: {threads: 0}",
                    "limits: {files: 1.5}",
                    "limits: {more: 1}",
                    "limits: {cpu: 0}",
                    "limits: {cpu: 0.0%}",
                    "limits: {pids: 0}",
                    "limits: {checks: 0}",
                    "limits: {then: scold}",
                    "limits: {throttle: perhaps}",
                    "limits: 5",
                    "isolation: true",
                    "isolation: {user: ''}",
                    "isolation: {user: [a]}",
                    "isolation: {private_tmp: perhaps}",
                    "isolation: {read_only: {a: b}}",
                    "isolation: {jail: /srv}",
                    "replicas: 0",
                    "replicas: '3'",
                    "replicas: 1001",
                    "enabled: yes",
                    "enabled: 1",
                    "description: 5");
}
