package dev.foster.plugin.runtime;

import java.nio.file.Path;
import java.util.List;

/** What to do when pip or venv failed, by what it said. */
final class PipAdvice {
    private static final List<String> OFFLINE =
            List.of(
                    "Failed to establish a new connection",
                    "Temporary failure in name resolution",
                    "Name or service not known",
                    "Network is unreachable",
                    "Connection refused",
                    "ConnectTimeoutError",
                    "ProxyError",
                    "Connection timed out");

    private PipAdvice() {}

    static String of(List<String> lines, Path source) {
        String said = String.join("\n", lines);
        if (OFFLINE.stream().anyMatch(said::contains)) {
            return "the package index cannot be reached: check the network, or name an index with"
                    + " PIP_INDEX_URL";
        }
        if (said.contains("ensurepip is not available") || said.contains("No module named venv")) {
            return "this Python cannot make environments: install its venv package, such as"
                    + " python3-venv";
        }
        if (said.contains("No space left on device")) {
            return "the disk is full: make room";
        }
        if (said.contains("No matching distribution found")
                || said.contains("Could not find a version")) {
            return "no index has what is required: check " + source;
        }
        return "check " + source;
    }
}
