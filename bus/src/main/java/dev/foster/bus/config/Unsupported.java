package dev.foster.bus.config;

import java.util.Set;

/** Keys of a NATS server that this broker does not understand, and those it need not obey. */
final class Unsupported {
    /** Parts of a NATS server that this broker has not. */
    private static final Set<String> PARTS =
            Set.of(
                    "jetstream",
                    "cluster",
                    "gateway",
                    "leaf",
                    "leafnodes",
                    "accounts",
                    "account",
                    "operator",
                    "operators",
                    "resolver",
                    "resolver_preload",
                    "resolver_tls",
                    "system_account",
                    "system",
                    "trusted",
                    "trusted_keys",
                    "mqtt",
                    "websocket",
                    "ws",
                    "nkey",
                    "auth_callout",
                    "mappings",
                    "maps",
                    "store_dir",
                    "https",
                    "https_port",
                    "http_base_path",
                    "client_advertise",
                    "ports_file_dir",
                    "prof_port",
                    "syslog",
                    "remote_syslog",
                    "ocsp",
                    "allow_non_tls",
                    "cipher_suites",
                    "curve_preferences",
                    "verify_and_map",
                    "verify_cert_and_check_known_urls",
                    "handshake_first",
                    "pinned_certs",
                    "connection_rate_limit",
                    "cert_store",
                    "cert_match",
                    "certs",
                    "max_traced_msg_len",
                    "disable_sublist_cache");

    /** What it says about logs: here the log is short. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of(
                    "debug",
                    "trace",
                    "trace_verbose",
                    "logtime",
                    "log_time",
                    "logfile_size_limit",
                    "connect_error_reports",
                    "reconnect_error_reports",
                    "max_closed_clients",
                    "server_tags",
                    "no_system_account",
                    "no_system");

    private Unsupported() {}

    /** Accepts a key that nothing has to be done for, refuses every other. */
    static void check(String key, ConfigValue.Entry entry) {
        if (WITHOUT_EFFECT.contains(key) || entry.variable()) {
            return;
        }
        throw refusal(key, entry);
    }

    /** The same within a block, where nothing is without effect. */
    static void refuse(String key, ConfigValue.Entry entry) {
        if (!entry.variable()) {
            throw refusal(key, entry);
        }
    }

    private static ConfigProblem refusal(String key, ConfigValue.Entry entry) {
        if (PARTS.contains(key)) {
            return entry.place()
                    .problem(
                            "cannot use "
                                    + entry.name()
                                    + ": this broker has no such thing; remove it, or run"
                                    + " nats-server");
        }
        return entry.place()
                .problem(
                        "cannot understand "
                                + entry.name()
                                + ": there is no such key here; correct or remove it");
    }
}
