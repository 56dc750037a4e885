package dev.foster.supervise.spec;

import dev.foster.process.ChildSpec;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A way to find out whether a process does what it should. */
public sealed interface Probe {

    /** It writes a line that this regular expression finds something in. */
    record LogLine(String pattern) implements Probe {
        public LogLine {
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException broken) {
                throw new IllegalArgumentException(
                        "cannot find a log line by "
                                + pattern
                                + ": "
                                + broken.getDescription()
                                + "; mend the regular expression",
                        broken);
            }
        }
    }

    /** It accepts a connection. */
    record Tcp(String host, int port) implements Probe {}

    /** It accepts a connection at this Unix domain socket. */
    record Unix(Path path) implements Probe {}

    /**
     * It answers a GET.
     *
     * @param status the one status that is good; 200 to 399 when absent
     */
    record Http(URI uri, Map<String, String> headers, Optional<Integer> status) implements Probe {
        public Http {
            headers = Map.copyOf(headers);
        }
    }

    /** A command ends with exit code 0. */
    record Exec(ChildSpec child) implements Probe {}

    /** It serves the standard gRPC health service and says SERVING for this service. */
    record Grpc(String host, int port, String service) implements Probe {}

    /** It says so through the socket named in NOTIFY_SOCKET, as sd_notify does. */
    record Notify() implements Probe {}

    /** It writes a line to this descriptor, as s6 services do. */
    record Descriptor(int number) implements Probe {}

    /** Its {@link Attendant} says so, or is asked. */
    record Attended() implements Probe {}

    /** True for those that ask again and again; false where the process itself speaks up. */
    default boolean asks() {
        return switch (this) {
            case Tcp _, Unix _, Http _, Exec _, Grpc _ -> true;
            case LogLine _, Notify _, Descriptor _, Attended _ -> false;
        };
    }
}
