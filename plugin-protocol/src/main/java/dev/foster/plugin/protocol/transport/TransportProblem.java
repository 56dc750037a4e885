package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.ProtocolProblem;
import dev.foster.plugin.protocol.Quoted;

import java.nio.file.Path;

/** Why an address could not be read, reached or bound. */
public sealed interface TransportProblem extends ProtocolProblem {

    /** A kind of address that is neither {@code unix} nor {@code tcp}. */
    record UnknownNetwork(String network, String address) implements TransportProblem {
        @Override
        public String code() {
            return "unknown-network";
        }

        @Override
        public String message() {
            return "cannot connect to "
                    + Quoted.text(address)
                    + ": unknown address type "
                    + Quoted.text(network)
                    + "; it must be unix or tcp";
        }
    }

    record BadAddress(String network, String address, String why) implements TransportProblem {
        @Override
        public String code() {
            return "bad-address";
        }

        @Override
        public String message() {
            return "cannot read the "
                    + network
                    + " address "
                    + Quoted.text(address)
                    + ": "
                    + why
                    + "; it must be "
                    + (network.equals("unix") ? "the path of a socket" : "host:port");
        }
    }

    record Unresolvable(Address.Tcp address) implements TransportProblem {
        @Override
        public String code() {
            return "unresolvable-address";
        }

        @Override
        public String message() {
            return "cannot connect to "
                    + Quoted.text(address.text())
                    + ": no such host; name one that this computer can look up";
        }
    }

    /** Clear text would leave this computer, and nobody allowed that. */
    record OutsideInClear(Address.Tcp address) implements TransportProblem {
        @Override
        public String code() {
            return "outside-in-clear";
        }

        @Override
        public String message() {
            return "cannot connect to "
                    + Quoted.text(address.text())
                    + ": it is not on this computer and the connection would not be encrypted;"
                    + " use mutual TLS, or allow clear text to other computers";
        }
    }

    record PathTooLong(Path path, int length, int limit) implements TransportProblem {
        @Override
        public String code() {
            return "socket-path-too-long";
        }

        @Override
        public String message() {
            return "cannot use the socket "
                    + Quoted.text(path.toString())
                    + ": its path has "
                    + length
                    + " bytes and a socket's may have "
                    + limit
                    + "; choose a shorter directory (TMPDIR or PLUGIN_UNIX_SOCKET_DIR)";
        }
    }

    /** The system refused to make a socket. */
    record CannotBind(String where, String why) implements TransportProblem {
        @Override
        public String code() {
            return "cannot-bind";
        }

        @Override
        public String message() {
            return "cannot listen on "
                    + where
                    + ": "
                    + why
                    + "; check that it exists and may be written";
        }
    }

    /** Every port of the range is taken. */
    record NoFreePort(int lowest, int highest) implements TransportProblem {
        @Override
        public String code() {
            return "no-free-port";
        }

        @Override
        public String message() {
            return "cannot listen on 127.0.0.1: couldn't bind plugin TCP listener, no port from "
                    + lowest
                    + " to "
                    + highest
                    + " is free; widen PLUGIN_MIN_PORT and PLUGIN_MAX_PORT";
        }
    }

    record BadPortRange(String lowest, String highest, String why) implements TransportProblem {
        @Override
        public String code() {
            return "bad-port-range";
        }

        @Override
        public String message() {
            return "cannot listen on ports \""
                    + lowest
                    + "\" to \""
                    + highest
                    + "\": "
                    + why
                    + "; mend PLUGIN_MIN_PORT and PLUGIN_MAX_PORT";
        }
    }

    record UnknownGroup(String group) implements TransportProblem {
        @Override
        public String code() {
            return "unknown-group";
        }

        @Override
        public String message() {
            return "cannot give the socket to group \""
                    + group
                    + "\": failed to find gid from \""
                    + group
                    + "\"; name an existing group or its number";
        }
    }

    record GroupRefused(Path path, String group, String why) implements TransportProblem {
        @Override
        public String code() {
            return "group-refused";
        }

        @Override
        public String message() {
            return "cannot give "
                    + path
                    + " to group \""
                    + group
                    + "\": "
                    + why
                    + "; run as a member of that group";
        }
    }
}
