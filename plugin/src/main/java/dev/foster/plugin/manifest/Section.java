package dev.foster.plugin.manifest;

import java.util.List;

/** A mapping of our manifest, and the keys that may stand in it. */
enum Section {
    MANIFEST(
            "",
            "id",
            "name",
            "version",
            "description",
            "runtime",
            "protocol",
            "command",
            "main",
            "args",
            "environment",
            "inherit",
            "working_dir",
            "versions",
            "cookie",
            "tls",
            "multiplex",
            "checksum",
            "start_timeout",
            "stop",
            "health",
            "restart",
            "limits",
            "isolation",
            "python",
            "java",
            "node",
            "depends_on",
            "enabled",
            "commands",
            "permissions",
            "shared"),
    COOKIE("cookie", "key", "value"),
    CHECKSUM("checksum", "sha256"),
    HEALTH("health", "service", "period", "timeout", "failures"),
    PYTHON("python", "version", "mode", "requirements", "venv", "module", "class"),
    JAVA("java", "main_class", "class_path", "jvm_args", "memory"),
    NODE("node", "options"),
    COMMAND("command", "subject", "description"),
    PERMISSIONS("permissions", "publish", "subscribe");

    private final String definition;

    // List.of() cannot change; its type cannot say so.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> keys;

    Section(String definition, String... keys) {
        this.definition = definition;
        this.keys = List.of(keys);
    }

    /** Where the schema describes it, under {@code $defs}; empty for the document itself. */
    String definition() {
        return definition;
    }

    List<String> keys() {
        return keys;
    }
}
