package dev.foster.control;

import dev.foster.http.Exchange;
import dev.foster.http.Headers;
import dev.foster.http.HttpClient;
import dev.foster.http.HttpReply;
import dev.foster.http.SseEvent;
import dev.foster.http.Target;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * How the daemon of a project is asked, whatever it is asked. Each request says what it is for,
 * {@code stop web}, because a failure is told in these words.
 */
final class Asking {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SOCKET_AWAY = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_NANOS = 5_000_000;
    private static final String VERSION = "v1";

    private final HttpClient http;
    private final Path socket;
    private final Path directory;

    Asking(ProjectPaths project, String program) {
        this.socket = project.socket();
        this.directory = project.directory();
        this.http = HttpClient.onUnixSocket(socket).with("user-agent", program);
    }

    /** Where the API has something. */
    static Target at(String... path) {
        var whole = new ArrayList<>(List.of(VERSION));
        whole.addAll(List.of(path));
        return new Target(whole, Map.of());
    }

    /** Where the API has something of several. */
    static Target ofNames(String resource, List<String> names) {
        Target all = at(resource);
        for (String name : names) {
            all = all.with("name", name);
        }
        return all;
    }

    <T> T get(String doing, Target target, Function<Object, T> reading) {
        return ask(doing, "GET", target, Optional.empty(), reading);
    }

    /** The elements of the one list that the answer holds. */
    <T> List<T> list(String doing, Target target, String name, Function<Object, T> element) {
        return get(doing, target, json -> Members.of(json).list(name, element));
    }

    /** An answer that is not JSON. */
    String text(String doing, Target target) {
        return new String(
                answer(doing, "GET", target, Optional.empty()).body(), StandardCharsets.UTF_8);
    }

    <T> T post(String doing, Target target, Members body, Function<Object, T> reading) {
        byte[] json = JsonText.write(body.object()).getBytes(StandardCharsets.UTF_8);
        return ask(doing, "POST", target, Optional.of(json), reading);
    }

    <T> T ask(
            String doing,
            String method,
            Target target,
            Optional<byte[]> body,
            Function<Object, T> reading) {
        byte[] answer = answer(doing, method, target, body).body();
        try {
            return reading.apply(answer.length == 0 ? Map.of() : JsonText.parse(answer));
        } catch (JsonProblem problem) {
            throw strange(doing, String.valueOf(problem.getMessage()));
        }
    }

    private HttpReply answer(String doing, String method, Target target, Optional<byte[]> body) {
        try {
            HttpReply reply = connected(() -> http.send(method, target, body, LIMIT));
            if (reply.status() >= 300) {
                throw refused(doing, reply);
            }
            return reply;
        } catch (IOException failure) {
            throw unreachable(doing, failure);
        }
    }

    private interface Request<T> {
        T send() throws IOException;
    }

    /**
     * Tries again for a while when there is nobody to connect to though a daemon runs: it makes a
     * socket that was deleted anew, is about to make its first one, or is on its way out.
     */
    private <T> T connected(Request<T> request) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            try {
                return request.send();
            } catch (IOException failure) {
                boolean late = System.nanoTime() - begin > SOCKET_AWAY.toNanos();
                if (!isNobody(failure)
                        || holder().isEmpty()
                        || late
                        || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private Optional<FolderHolder> holder() {
        return FolderHolder.of(directory).filter(FolderHolder::counts);
    }

    /** A socket without a listener is one that a killed daemon left behind. */
    private static boolean isNobody(IOException failure) {
        return failure instanceof ConnectException;
    }

    <T> Following<T> listen(String doing, Target target, Following.Reading<T> reading) {
        try {
            Exchange exchange = connected(() -> http.listen(target, Headers.none()));
            if (exchange.status() == 200) {
                return new Following<>(exchange, reading);
            }
            try (exchange) {
                throw refused(doing, exchange.whole());
            }
        } catch (IOException failure) {
            throw unreachable(doing, failure);
        }
    }

    /** Reads the events of one kind; others are not known here. */
    static <T> Optional<T> ifKind(
            String kind, SseEvent event, Function<Object, ? extends T> reading) {
        return event.event().equals(kind)
                ? Optional.of(reading.apply(JsonText.parse(event.data())))
                : Optional.empty();
    }

    private ControlProblem refused(String doing, HttpReply reply) {
        try {
            return new ControlProblem(ProblemView.fromJson(JsonText.parse(reply.body())));
        } catch (JsonProblem notOurs) {
            return strange(doing, "status " + reply.status());
        }
    }

    private ControlProblem strange(String doing, String what) {
        return new ControlProblem(
                ProblemCode.INTERNAL,
                "cannot "
                        + doing
                        + ": the foster that runs for "
                        + directory
                        + " gives an answer that makes no sense here ("
                        + what
                        + "); use the same version as that one");
    }

    private ControlProblem unreachable(String doing, IOException failure) {
        boolean nobody = isNobody(failure);
        Optional<FolderHolder> holder = nobody ? holder() : Optional.empty();
        if (holder.isPresent()) {
            return new ControlProblem(
                    ProblemCode.INTERNAL,
                    "cannot "
                            + doing
                            + ": a foster is running for "
                            + directory
                            + " (process "
                            + holder.get().pid()
                            + "), but not with the socket "
                            + socket
                            + "; ask with the FOSTER_RUNTIME_DIR that it was started with, or end"
                            + " that process");
        }
        if (nobody) {
            return new ControlProblem(
                    ProblemCode.NOT_RUNNING,
                    "cannot "
                            + doing
                            + ": no foster is running for "
                            + directory
                            + "; start it with foster up");
        }
        return new ControlProblem(
                ProblemCode.INTERNAL,
                "cannot "
                        + doing
                        + ": the foster that runs for "
                        + directory
                        + " does not answer ("
                        + failure.getMessage()
                        + "); look at it with foster doctor");
    }
}
