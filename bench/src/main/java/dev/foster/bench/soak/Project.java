package dev.foster.bench.soak;

import dev.foster.bench.workshop.Marked;
import dev.foster.bench.workshop.Ports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the daemon has to bear: a project in which most go wrong, and some just run.
 *
 * @param folder where its file is, and everything the daemon writes
 * @param broker where MCP clients come, and so on
 */
record Project(Path folder, int broker, int bus, int web, int metrics, int api) {
    static final String BUS_USER = "soak";
    static final String BUS_PASSWORD = "let-me-in-for-the-soak";

    /** What the grandchildren of {@code leaver} have as an argument: they have no variables. */
    static final String LEFT = "left-by-the-leaver";

    private static final int QUIET = 20;
    private static final int LOOPS = 10;
    private static final int MISSING = 3;
    private static final int CHATTY = 5;
    private static final List<String> TIED = List.of("tied-a", "tied-b", "tied-c");

    /** A server that knows one tool; on the interpreter that is there. */
    private static final String SERVER =
            """
            import json, sys

            for line in sys.stdin:
                message = json.loads(line)
                if "id" not in message:
                    continue
                method = message.get("method")
                if method == "initialize":
                    version = message["params"]["protocolVersion"]
                    result = {"protocolVersion": version, "capabilities": {"tools": {}},
                              "serverInfo": {"name": "soak", "version": "1"}}
                elif method == "tools/list":
                    tool = {"name": "test_simple_text", "inputSchema": {"type": "object"}}
                    result = {"tools": [tool]}
                else:
                    text = "This is a simple text response for testing."
                    result = {"content": [{"type": "text", "text": text}]}
                answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
                print(json.dumps(answer), flush=True)
            """;

    static Project in(Path folder) throws IOException {
        var project =
                new Project(
                        folder,
                        Ports.free(),
                        Ports.free(),
                        Ports.free(),
                        Ports.free(),
                        Ports.free());
        Files.writeString(folder.resolve("foster.yaml"), project.file());
        Files.writeString(folder.resolve("server.py"), SERVER);
        return project;
    }

    /** Those of one process each, of which there must never be two. */
    static List<String> single() {
        return Stream.concat(names("quiet", QUIET), TIED.stream()).toList();
    }

    private static Stream<String> names(String kind, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> String.format(Locale.ROOT, "%s-%02d", kind, number));
    }

    /** Where strangers come over TCP and are asked who they are. */
    List<Integer> doors() {
        return List.of(broker, web, metrics, api);
    }

    private String file() {
        var text =
                new StringBuilder(
                        """
                        name: soak
                        defaults:
                          restart: {policy: always, backoff: [500ms], limit: none}
                        groups:
                          tied: {strategy: one_for_all, members: [tied-a, tied-b, tied-c]}
                        mcp:
                          tools: {command: [python3, server.py], timeouts: {idle: 10s}}
                        processes:
                        """);
        single().forEach(name -> text.append(process(name, "[sleep, '86400']", "")));
        each(text, "loop", LOOPS, number -> "'echo begun; exit %d'".formatted(number));
        each(text, "missing", MISSING, "[/nowhere/missing-%d]"::formatted);
        each(
                text,
                "chatty",
                CHATTY,
                _ -> "'n=0; while :; do n=$((n+1)); echo line $n; sleep 0.2; done'");
        String lines =
                "'while :; do yes %s | head -n 20000; sleep 0.5; done'"
                        .formatted("0123456789".repeat(8));
        text.append(process("flood-lines", lines, ""));
        text.append(process("flood-wait", lines, ", output: {overflow: wait}"));
        text.append(
                process(
                        "flood-long",
                        "'while :; do head -c 2000000 /dev/zero | tr \"\\0\" x; sleep 1; done'",
                        ""));
        text.append(
                process(
                        "flood-bytes",
                        "'while :; do head -c 1000000 /dev/urandom; sleep 1; done'",
                        ""));
        text.append(
                process(
                        "stubborn",
                        "\"trap '' TERM; while :; do sleep 1; done\"",
                        ", stop: {grace: 2s}"));
        text.append(
                process(
                        "leaver",
                        "'setsid env -i sh -c \"while :; do sleep 5; done\" "
                                + LEFT
                                + " %1$s=$%1$s & while :; do sleep 3; done'"
                                        .formatted(Marked.VARIABLE),
                        ""));
        return text.append(
                        """
                        mcp_gateway: {listen: 127.0.0.1:%d, idle: 10s, sessions: 50}
                        bus: {listen: 127.0.0.1:%d, user: %s, password: %s}
                        web: {listen: 127.0.0.1:%d}
                        metrics: {listen: 127.0.0.1:%d}
                        """
                                .formatted(broker, bus, BUS_USER, BUS_PASSWORD, web, metrics))
                .toString();
    }

    private static void each(
            StringBuilder text, String kind, int count, IntFunction<String> command) {
        List<String> names = names(kind, count).toList();
        for (int at = 0; at < count; at++) {
            text.append(process(names.get(at), command.apply(at + 1), ""));
        }
    }

    private static String process(String name, String command, String more) {
        return "  %s: {command: %s%s}\n".formatted(name, command, more);
    }
}
