package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.ProtocolException;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a new server may listen; the address itself is known once it does. */
public sealed interface ListenPlace {
    /** The host's first free port, by the rules of the protocol. */
    int LOWEST_PORT = 10_000;

    /** The host's last free port, by the rules of the protocol. */
    int HIGHEST_PORT = 25_000;

    /** A socket file in the system's directory for temporary files, open to this user only. */
    static ListenPlace temporary() {
        return new SocketDirectory(temporaryDirectory(System.getenv()), Optional.empty());
    }

    /**
     * The directory of temporary files as other languages find it. Java has its own property, which
     * is {@code /tmp} on Linux whatever TMPDIR says.
     */
    static Path temporaryDirectory(Map<String, String> environment) {
        String directory = environment.getOrDefault("TMPDIR", "");
        return Path.of(directory.isEmpty() ? System.getProperty("java.io.tmpdir") : directory);
    }

    /**
     * A socket file of a new name in a directory.
     *
     * @param group the name or number of the group that may connect; empty: this user only
     */
    record SocketDirectory(Path directory, Optional<String> group) implements ListenPlace {}

    /** The first free port of this computer's loopback address; 0 to 0: any. */
    record Ports(int lowest, int highest) implements ListenPlace {
        private static final int LAST = 65_535;

        public Ports {
            if (lowest < 0 || highest > LAST) {
                throw bad(lowest, highest, "ports are 0 to 65535");
            }
            if (lowest > highest) {
                throw bad(lowest, highest, "the first is higher than the last");
            }
        }

        /**
         * The range in the two variables of the environment; either may be empty.
         *
         * @throws ProtocolException with {@link TransportProblem.BadPortRange}
         */
        public static Ports of(String lowest, String highest) {
            try {
                return new Ports(
                        lowest.isEmpty() ? 0 : Integer.parseInt(lowest),
                        highest.isEmpty() ? 0 : Integer.parseInt(highest));
            } catch (NumberFormatException notANumber) {
                throw new ProtocolException(
                        new TransportProblem.BadPortRange(lowest, highest, "that is not a number"),
                        notANumber);
            }
        }

        private static ProtocolException bad(int lowest, int highest, String why) {
            return new ProtocolException(
                    new TransportProblem.BadPortRange(
                            Integer.toString(lowest), Integer.toString(highest), why));
        }
    }

    /** This address and no other. */
    record At(Address address) implements ListenPlace {}
}
