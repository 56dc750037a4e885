package dev.foster.daemon.config;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An MCP server of a project. What the file does not say is absent, and left to the broker.
 *
 * @param origin where its children come from
 * @param shared whether all clients share one child
 * @param warm how many children wait, started, for clients to come
 * @param modern what it speaks, the modern kind of MCP or the legacy one; found out when absent
 * @param tokenVariable the variable in which a child finds its client's token
 * @param tools which of its tools are offered
 * @param restart when a child that ended is started again
 * @param messageBytes how long a message may be
 * @param children how many there may be at once
 */
public record McpSpec(
        String name,
        Optional<String> description,
        Origin origin,
        boolean shared,
        int warm,
        Optional<Boolean> modern,
        Optional<String> tokenVariable,
        Tools tools,
        RestartPolicy restart,
        Times times,
        Optional<Integer> messageBytes,
        Optional<Cache> cache,
        Optional<Integer> children) {

    /** Where the children of a server come from. */
    public sealed interface Origin {
        /** A command. */
        record Command(ChildSpec child) implements Origin {}

        /** Other servers, as one. */
        record Together(List<Member> members) implements Origin {
            public Together {
                members = List.copyOf(members);
            }
        }
    }

    /**
     * A server in another.
     *
     * @param prefix what its tools' names begin with there
     */
    public record Member(String server, String prefix) {}

    /**
     * Patterns of the tools that are offered, all when there are none, and of those that are not.
     */
    public record Tools(List<String> allowed, List<String> denied) {
        public Tools {
            allowed = List.copyOf(allowed);
            denied = List.copyOf(denied);
        }
    }

    /**
     * How long things may take.
     *
     * @param start until a child has answered the greeting
     * @param request until a request is answered
     * @param idle how long the child of a client without a session is kept when nobody asks
     * @param answer how long a call waits for the client to answer a question
     */
    public record Times(
            Optional<Duration> start,
            Optional<Duration> request,
            Optional<Duration> idle,
            Optional<Duration> answer) {}

    /**
     * What clients are told about keeping lists.
     *
     * @param shared whether caches between may give them to others
     */
    public record Cache(Duration time, boolean shared) {}

    public McpSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(origin);
        Objects.requireNonNull(tools);
        Objects.requireNonNull(restart);
        Objects.requireNonNull(times);
    }
}
