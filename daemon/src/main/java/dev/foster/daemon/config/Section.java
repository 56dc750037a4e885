package dev.foster.daemon.config;

import java.util.ArrayList;
import java.util.List;

/** A mapping of the project file, and the keys that may stand in it. */
enum Section {
    PROJECT(
            "",
            "name",
            "processes",
            "groups",
            "defaults",
            "plugins",
            "plugins_dir",
            "bus",
            "screen",
            "mcp",
            "broker",
            "web",
            "metrics",
            "notify"),
    PROCESS(
            "process",
            "command",
            "working_dir",
            "environment",
            "env_file",
            "inherit",
            "depends_on",
            "ready",
            "liveness",
            "restart",
            "stop",
            "stdin",
            "output",
            "limits",
            "isolation",
            "gauge",
            "alert",
            "replicas",
            "enabled",
            "description"),
    DEFAULTS("defaults", allBut(PROCESS, "command")),
    DEPENDENCY("dependency", "condition"),
    READY(
            "ready", "log", "tcp", "http", "exec", "grpc", "notify", "fd", "period", "timeout",
            "within"),
    LIVENESS("liveness", "tcp", "http", "exec", "grpc", "notify", "period", "timeout", "failures"),
    HTTP("http", "url", "headers", "status"),
    GRPC("grpc", "address", "service"),
    RESTART("restart", "policy", "backoff", "limit", "first_start", "reset_after", "success_codes"),
    BACKOFF("backoff", "initial", "factor", "max", "jitter"),
    STOP("stop", "signal", "grace", "eof_wait"),
    OUTPUT("output", "stderr", "keep", "overflow", "file", "rotate"),
    LIMITS("limits", "memory", "cpu", "threads", "files", "pids", "checks", "then", "throttle"),
    ISOLATION("isolation", "user", "group", "no_new_privileges", "private_tmp", "read_only"),
    GAUGE("gauge", "pattern", "unit", "baseline", "low"),
    ALERT("alert", "pattern", "clear"),
    SCREEN("screen", "panels", "keys"),
    KEY("key", "send", "text", "label"),
    GROUP("group", "strategy", "members", "intensity", "stop_order"),
    PLUGIN(
            "plugin",
            "path",
            "module",
            "class",
            "config",
            "enabled",
            "optional",
            "environment",
            "depends_on",
            "health",
            "restart",
            "start_timeout",
            "limits",
            "isolation",
            "gauge",
            "alert",
            "description"),
    HEALTH("health", "service", "period", "timeout", "failures"),
    BUS(
            "bus",
            "url",
            "listen",
            "user",
            "password",
            "token",
            "credentials",
            "ca",
            "admins",
            "admin_subject",
            "bridges",
            "prefix",
            "usage",
            "insecure"),
    MCP(
            "mcp",
            "command",
            "servers",
            "working_dir",
            "environment",
            "env_file",
            "inherit",
            "description",
            "share",
            "warm",
            "era",
            "token_variable",
            "tools",
            "restart",
            "stop",
            "timeouts",
            "max_message",
            "cache",
            "children"),
    TOOLS("tools", "allow", "deny"),
    WAITS("waits", "backoff", "limit", "reset_after"),
    TIMEOUTS("timeouts", "start", "request", "idle", "answer"),
    CACHE("cache", "ttl", "scope"),
    BROKER(
            "broker",
            "listen",
            "auth",
            "authorization_servers",
            "public_url",
            "hosts",
            "origins",
            "tls",
            "sessions",
            "sessions_per_caller",
            "idle",
            "age",
            "max_request",
            "rate"),
    AUTH("auth", "tokens", "jwt"),
    CALLER("caller", "file", "token", "environment", "scopes"),
    JWT("jwt", "issuer", "jwks", "audience", "scopes", "leeway"),
    WEB("web", "listen", "public_url", "token_file", "tls"),
    METRICS("metrics", "listen", "token", "token_file", "otlp", "period", "headers"),
    HOOK(
            "hook",
            "name",
            "webhook",
            "command",
            "on",
            "processes",
            "secret",
            "headers",
            "timeout",
            "retries",
            "rate"),
    TLS("tls", "certificate", "key");

    private final String definition;

    // List.of() cannot change; its type cannot say so.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> keys;

    Section(String definition, String... keys) {
        this.definition = definition;
        this.keys = List.of(keys);
    }

    private static String[] allBut(Section section, String key) {
        var keys = new ArrayList<>(section.keys);
        keys.remove(key);
        return keys.toArray(String[]::new);
    }

    /** Where the schema describes it, under {@code $defs}; empty for the document itself. */
    String definition() {
        return definition;
    }

    List<String> keys() {
        return keys;
    }
}
