package dev.foster.stdio.child;

import dev.foster.process.ChildSpec;
import dev.foster.process.StopPlan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Children in Python that speak JSON-RPC and do what a test asks of them by method. */
final class TalkingChild {
    // Its answers have the id last, as those of many libraries do.
    private static final String SCRIPT =
            """
            import json, os, signal, sys
            out = sys.stdout.buffer
            held, notes = [], []
            def raw(data):
                out.write(data)
                out.flush()
            def say(message):
                raw(json.dumps(message, ensure_ascii=False).encode() + b"\\n")
            def answer(id, result):
                say({"result": result, "jsonrpc": "2.0", "id": id})
            for line in sys.stdin.buffer:
                m = json.loads(line)
                method, params, id = m.get("method"), m.get("params"), m.get("id")
                if method is None:
                    say({"jsonrpc": "2.0", "method": "heard", "params": m})
                elif id is None:
                    if method == "release":
                        for each in held:
                            answer(each, "released")
                        held.clear()
                    elif method == "bye":
                        sys.exit(params["code"])
                    else:
                        notes.append(m)
                elif method == "echo":
                    answer(id, params)
                elif method == "hold" or method == "initialize":
                    held.append(id)
                elif method == "notes":
                    answer(id, notes)
                elif method == "size":
                    answer(id, len(line))
                elif method == "big":
                    answer(id, "x" * params["size"])
                elif method == "bigfirst":
                    say({"jsonrpc": "2.0", "id": id, "result": "x" * params["size"]})
                elif method == "bigquestion":
                    say({"method": "huge", "params": ["x" * params["size"]], "jsonrpc": "2.0",
                         "id": id})
                    held.append(id)
                elif method == "raw":
                    raw(bytes.fromhex(params["hex"]))
                    answer(id, "done")
                elif method == "count":
                    for i in range(params["to"]):
                        say({"jsonrpc": "2.0", "method": "counted", "params": {"n": i}})
                    answer(id, "done")
                elif method == "ask":
                    say({"jsonrpc": "2.0", "id": id, "method": "question", "params": params})
                    answer(id, "asked")
                elif method == "log":
                    sys.stderr.buffer.write(params["text"].encode() * params["times"])
                    sys.stderr.buffer.flush()
                    answer(id, "logged")
                elif method == "exit":
                    sys.exit(params["code"])
                elif method == "die":
                    os.kill(os.getpid(), signal.SIGKILL)
                else:
                    say({"jsonrpc": "2.0", "id": id,
                         "error": {"code": -32601, "message": "no " + method}})
            """;

    /** Short, so that a test of a stubborn child does not take long. */
    static final StopPlan QUICK =
            StopPlan.defaults().eofWait(Duration.ofMillis(300)).grace(Duration.ofMillis(500));

    private TalkingChild() {}

    static ChildSpec spec() {
        return python(SCRIPT);
    }

    static ChildSpec python(String script, String... arguments) {
        var command = new ArrayList<>(List.of("python3", "-S", "-E", "-c", script));
        command.addAll(List.of(arguments));
        return ChildSpec.of(command);
    }
}
