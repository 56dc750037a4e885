package dev.foster.daemon.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How the MCP servers of a project are offered. What the file does not say is absent, and left to
 * the broker.
 *
 * @param address where it listens
 * @param auth who may come in
 * @param authorizationServers who gives out the tokens, for clients that ask
 * @param publicUrl where clients find it, behind a proxy
 * @param hosts names it answers to, beside those of this machine
 * @param origins of web pages that may ask
 * @param perMinute how many requests a caller may send in a minute
 */
public record BrokerSpec(
        ListenAddress address,
        Auth auth,
        Set<URI> authorizationServers,
        Optional<URI> publicUrl,
        Set<String> hosts,
        Set<String> origins,
        Optional<Certificate> tls,
        Limits limits,
        Optional<Integer> perMinute) {
    static final ListenAddress USUAL_ADDRESS = ListenAddress.onThisMachine(8808);

    /** How callers show who they are. */
    public sealed interface Auth {
        /** By the one token that the daemon makes. */
        record Token() implements Auth {}

        /** They need not. */
        record None() implements Auth {}

        /** By tokens that mean something to the servers alone. */
        record Passthrough() implements Auth {}

        /** By tokens that the file names. */
        record Tokens(List<Known> known) implements Auth {
            public Tokens {
                known = List.copyOf(known);
            }
        }

        /**
         * By tokens that an authorization server has signed.
         *
         * @param keyFile where its keys are, or
         * @param keyUrl from where they are fetched
         */
        record Jwt(
                String issuer,
                Optional<Path> keyFile,
                Optional<URI> keyUrl,
                Set<String> audiences,
                Set<String> scopes,
                Optional<Duration> leeway)
                implements Auth {
            public Jwt {
                audiences = Set.copyOf(audiences);
                scopes = Set.copyOf(scopes);
            }
        }
    }

    /**
     * A caller that the file names. Its text leaves the secrets out.
     *
     * @param file where its token is, or
     * @param token the token itself
     * @param environment for the children that serve it
     */
    public record Known(
            String name,
            Optional<Path> file,
            Optional<String> token,
            Map<String, String> environment,
            Set<String> scopes) {
        public Known {
            environment = Map.copyOf(environment);
            scopes = Set.copyOf(scopes);
        }

        @Override
        public String toString() {
            return "Known[" + name + "]";
        }
    }

    /**
     * What clients may ask for.
     *
     * @param idle how long a session lives without a message of its client
     * @param age how long it lives at most
     * @param requestBytes the longest message of a client
     */
    public record Limits(
            Optional<Integer> sessions,
            Optional<Integer> sessionsPerCaller,
            Optional<Duration> idle,
            Optional<Duration> age,
            Optional<Integer> requestBytes) {
        public static Limits usual() {
            return new Limits(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    public BrokerSpec {
        Objects.requireNonNull(address);
        Objects.requireNonNull(auth);
        Objects.requireNonNull(limits);
        authorizationServers = Set.copyOf(authorizationServers);
        hosts = Set.copyOf(hosts);
        origins = Set.copyOf(origins);
    }

    /** On this machine, for those who have the daemon's token. */
    public static BrokerSpec usual() {
        return new BrokerSpec(
                USUAL_ADDRESS,
                new Auth.Token(),
                Set.of(),
                Optional.empty(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                Limits.usual(),
                Optional.empty());
    }
}
