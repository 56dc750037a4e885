package dev.foster.plugin.protocol.handshake;

import dev.foster.plugin.protocol.ProtocolProblem;
import dev.foster.plugin.protocol.Quoted;
import dev.foster.plugin.protocol.transport.Address;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Why a host cannot use the plugin it started. The messages keep the words by which people who know
 * go-plugin search for them.
 */
public sealed interface HandshakeProblem extends ProtocolProblem {

    /** A stable word for programs, from the name of the kind. */
    @Override
    default String code() {
        String name = getClass().getSimpleName();
        return "handshake" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Why, and what to do, after the colon. */
    String reason();

    @Override
    default String message() {
        return "cannot start the plugin: " + reason();
    }

    /** A first line that is none of the protocol: a log line, a prompt, a usage text. */
    record Unrecognized(String line) implements HandshakeProblem {
        @Override
        public String reason() {
            return "Unrecognized remote plugin message: "
                    + Quoted.text(line)
                    + "; the first line on its standard output must be the handshake, so print"
                    + " nothing before it";
        }
    }

    /** Standard output was closed before there was a line. */
    record NoLine() implements HandshakeProblem {
        @Override
        public String reason() {
            return "Unrecognized remote plugin message: no line could be read from its standard"
                    + " output; see what it wrote to its standard error";
        }
    }

    /** The process ended before there was a line. */
    record Exited(String how) implements HandshakeProblem {
        @Override
        public String reason() {
            return "plugin exited before we could connect ("
                    + how
                    + "); see what it wrote to its standard error";
        }
    }

    record TimedOut(Duration limit) implements HandshakeProblem {
        @Override
        public String reason() {
            return "timeout while waiting for plugin to start, no handshake within "
                    + limit.toMillis()
                    + " ms; give it more time or see what it waits for";
        }
    }

    record TooLong(int length) implements HandshakeProblem {
        @Override
        public String reason() {
            return "Unrecognized remote plugin message: its first line has more than "
                    + HandshakeLine.LIMIT
                    + " characters; print nothing before the handshake";
        }
    }

    record BadCoreVersion(String field) implements HandshakeProblem {
        @Override
        public String reason() {
            return "error parsing core protocol version: "
                    + Quoted.text(field)
                    + " is not a number; the handshake line must begin with 1|";
        }
    }

    record OtherCoreVersion(long version) implements HandshakeProblem {
        @Override
        public String reason() {
            return "incompatible core API version with plugin, it has "
                    + version
                    + " and this host "
                    + HandshakeLine.CORE_VERSION
                    + "; rebuild the plugin with a current go-plugin library";
        }
    }

    record BadVersion(String field) implements HandshakeProblem {
        @Override
        public String reason() {
            return "Error parsing protocol version "
                    + Quoted.text(field)
                    + ", it is not a number; mend the second field of the handshake line";
        }
    }

    record OtherVersion(long version, Set<Integer> accepted) implements HandshakeProblem {
        @Override
        public String reason() {
            return "incompatible API version with plugin, it has "
                    + version
                    + " and this host accepts "
                    + new TreeSet<>(accepted)
                    + "; use a release of the plugin for one of these";
        }
    }

    record BadAddress(ProtocolProblem why) implements HandshakeProblem {
        @Override
        public String reason() {
            return why.message();
        }
    }

    /** The runner could not say where the plugin's address is on this side. */
    record Untranslatable(Address address, String why) implements HandshakeProblem {
        @Override
        public String reason() {
            return "cannot translate its address "
                    + Quoted.text(address.text())
                    + ": "
                    + why
                    + "; check what runs it";
        }
    }

    record OtherProtocol(String protocol, Set<Protocol> accepted) implements HandshakeProblem {
        @Override
        public String reason() {
            return "unsupported plugin protocol "
                    + Quoted.text(protocol)
                    + ". Supported: "
                    + accepted.stream().sorted().map(Protocol::text).collect(Collectors.toList())
                    + "; build the plugin for one of these";
        }
    }

    record BadCertificate(ProtocolProblem why) implements HandshakeProblem {
        @Override
        public String reason() {
            return "error parsing server cert: " + why.message();
        }
    }

    /** The host sent its certificate and got none back. */
    record NoCertificate() implements HandshakeProblem {
        @Override
        public String reason() {
            return "it sent no certificate though this host asked for mutual TLS"
                    + " (PLUGIN_CLIENT_CERT); use a plugin that supports AutoMTLS or turn it off";
        }
    }

    record UnaskedCertificate() implements HandshakeProblem {
        @Override
        public String reason() {
            return "it sent a certificate though this host did not ask for TLS; turn mutual TLS on,"
                    + " or off in the plugin";
        }
    }

    /** All connections were to share one socket, and the plugin cannot. */
    record NoMultiplexing(boolean tooOld) implements HandshakeProblem {
        @Override
        public String reason() {
            return "client requested gRPC broker multiplexing but plugin does not support the"
                    + " feature; "
                    + (tooOld
                            ? "rebuild it with go-plugin 1.6 or newer, or turn multiplexing off"
                            : "turn multiplexing off");
        }
    }

    record BadMultiplexing(String field) implements HandshakeProblem {
        @Override
        public String reason() {
            return "error parsing "
                    + Quoted.text(field)
                    + " as a boolean; the seventh field of the handshake line must be true or"
                    + " false";
        }
    }
}
