package dev.foster.stdio.service;

import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.process.StopPlan;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * MCP servers in {@code /bin/sh}, which start within a millisecond or two, so that a test can have
 * a thousand of them. What they do is asked for by the names of tools.
 */
final class ShellServer {
    // A message of ours has its id before all else that could hold one.
    private static final String SERVER =
            """
            answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$1"; }
            words() { answer '{"content":[{"type":"text","text":"'"$1"'"}]}'; }
            told() { printf '{"jsonrpc":"2.0","method":"notifications/%s","params":%s}\\n' "$1" "$2"; }
            while IFS= read -r line; do
                case $line in *'"id":'*) ;; *) continue ;; esac
                id=${line#*'"id":'}
                id=${id%%[,\\}]*}
                case $line in
                EXTRA
                *'"method":"initialize"'*)
                    answer '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},\
            "serverInfo":{"name":"shell","version":"1"}}' ;;
                *'"method":"tools/list"'*)
                    answer '{"tools":[{"name":"pid","inputSchema":{"type":"object"}}]}' ;;
                *'"name":"pid"'*) words $$ ;;
                *'"name":"token"'*) words "$TOKEN" ;;
                *'"name":"hold"'*) echo holding >&2 ;;
                *'"name":"slow"'*) sleep 0.1; words "$TOKEN" ;;
                *'"name":"flood"'*)
                    i=0
                    while [ $i -lt 1500 ]; do
                        told tools/list_changed '{"much":"'$much'"}'
                        i=$((i + 1))
                    done
                    words flooded ;;
                *) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id" ;;
                esac
            done
            """;

    private static final String MARK = "FOSTER_TEST_SHELL_SERVER";

    private static final StopPlan QUICK =
            StopPlan.defaults().eofWait(Duration.ofMillis(300)).grace(Duration.ofMillis(300));

    private ShellServer() {}

    /** One that does nothing wrong. */
    static ServerSpec good(String name) {
        return spec(name, "much=$(printf '%02000d' 0)\n" + script(""));
    }

    /** One that takes its time to start. */
    static ServerSpec slow(String name) {
        return spec(name, "sleep 0.5\n" + script(""));
    }

    /** One that ends neither at the end of its input nor on SIGTERM. */
    static ServerSpec stubborn(String name) {
        return spec(name, "trap '' TERM\n" + script("") + "while :; do sleep 1000; done");
    }

    /** One that does something else at times: more branches for the messages that come. */
    static ServerSpec with(String name, String branches) {
        return spec(name, script(branches));
    }

    /** Any script; its children are started again as often as they end. */
    static ServerSpec spec(String name, String script) {
        ChildSpec child =
                ChildSpec.of(Shell.script(script))
                        .environment(Environment.inheritAll().with(Map.of(MARK, "yes")))
                        .stopPlan(QUICK);
        return ServerSpec.of(name, child)
                .era(Era.LEGACY)
                .tokenVariable("TOKEN")
                .restart(
                        RestartPolicy.defaults()
                                .backoff(new Backoff.Steps(List.of(Duration.ofMillis(5))))
                                .withoutLimit());
    }

    /** How many children of this JVM are such servers. */
    static long running() {
        Set<Long> marked =
                ProcTable.withVariable(MARK, "yes").stream()
                        .map(ProcTable.Entry::pid)
                        .collect(Collectors.toSet());
        return ProcTable.descendants(ProcessHandle.current().pid()).stream()
                .filter(process -> marked.contains(process.pid()))
                .count();
    }

    private static String script(String branches) {
        return SERVER.replace("EXTRA", branches);
    }
}
