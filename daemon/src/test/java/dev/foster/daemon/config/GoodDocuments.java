package dev.foster.daemon.config;

import java.util.List;

/** Documents, and fields of a process or a plugin, that everybody accepts. */
final class GoodDocuments {
    private GoodDocuments() {}

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
                        cache: {ttl: 5m, scope: public}, limits: {memory: 1GB, cpu: 50%},
                        isolation: {private_tmp: true}}
                      notes: {command: notes --stdio, era: modern, token_variable: API_TOKEN}
                      old: {command: old, era: legacy, share: all}
                      both: {servers: [files, notes]}
                      all: {servers: {files: f_, old: ""}, tools: {}}
                      one: {servers: files}
                    """,
                    "mcp: {a: {command: run}}\nmcp_gateway: {listen: 8808, auth: none}",
                    "processes: {a: {command: run}}\nweb: true",
                    "processes: {a: {command: run}}\nweb: {listen: 7433, token_file: t}",
                    "processes: {a: {command: run}}\n"
                            + "web: {listen: '0.0.0.0:1', public_url: https://a.example/b}",
                    "processes: {a: {command: run}}\n"
                            + "web: {listen: '0.0.0.0:1', tls: {certificate: c, key: k}}",
                    "mcp: {a: {command: run}}\nmcp_gateway: {}",
                    "mcp: {a: {command: run}}\nbroker: {listen: 8808}",
                    """
                    mcp: {a: {command: run}}
                    mcp_gateway:
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
                    "mcp: {a: {command: run}}\n"
                            + "mcp_gateway: {auth: {jwt: {issuer: https://a.example, jwks:"
                            + " https://a.example/jwks, audience: me, scopes: [a, b], leeway: 5s}},"
                            + " authorization_servers: [https://a.example]}",
                    "mcp: {a: {command: run}}\n"
                        + "mcp_gateway: {public_url: 'https://m.example', auth: {jwt: {issuer: me,"
                        + " jwks: keys}}}",
                    "mcp: {a: {command: run}}\nmcp_gateway: {listen: '[::1]:0', auth: passthrough}",
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
                      loose: {members: [backend], stop_order: together}
                    """
                            .replace("{restart: always}", "{restart: &restart always}"));

    static final List<String> FIELDS =
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
                    "ready: {socket: a/b.sock}",
                    "liveness: {socket: /a/b.sock}",
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
                    "isolation: {umask: 027}",
                    "isolation: {umask: '0077'}",
                    "isolation: {read_only: /etc}",
                    "replicas: 3",
                    "replicas: ${SET}",
                    "enabled: false",
                    "description: ''");

    /** Of the plugin kv, which is there. */
    static final List<String> PLUGIN_FIELDS =
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
}
