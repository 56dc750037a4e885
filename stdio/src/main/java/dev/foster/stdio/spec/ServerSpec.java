package dev.foster.stdio.spec;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.child.RpcLimits;
import dev.foster.stdio.mcp.Era;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A server and how it is offered.
 *
 * @param name what stands in its address
 * @param origin where its children come from
 * @param sharing who shares a child
 * @param warm how many children wait, started, for clients to come
 * @param era what it speaks; found out when absent
 * @param tokenVariable the variable in which a child finds its client's bearer token
 * @param tools which of its tools are offered
 * @param restart when a child that ended is started again
 * @param times how long things may take
 * @param limits what is borne from a child
 * @param hint what modern clients are told about keeping lists
 * @param children how many there may be at once
 * @param limitRule what happens to a child that uses more than it may
 */
public record ServerSpec(
        String name,
        Origin origin,
        Sharing sharing,
        int warm,
        Optional<Era> era,
        Optional<String> tokenVariable,
        ToolChoice tools,
        RestartPolicy restart,
        Times times,
        RpcLimits limits,
        CacheHint hint,
        int children,
        LimitRule limitRule) {

    /** Who shares a child. */
    public enum Sharing {
        /** Nobody: each session has its own, and so has each modern caller. */
        PER_CLIENT,
        /** All clients of the server. */
        SHARED
    }

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
     * @param server its name
     * @param prefix what its tools' and prompts' names begin with
     */
    public record Member(String server, String prefix) {}

    public ServerSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(origin);
        Objects.requireNonNull(sharing);
        Objects.requireNonNull(era);
        Objects.requireNonNull(tokenVariable);
        Objects.requireNonNull(tools);
        Objects.requireNonNull(limitRule);
    }

    /** A command with the defaults: a child for each client, restarted up to 5 times a minute. */
    public static ServerSpec of(String name, ChildSpec child) {
        return of(name, new Origin.Command(child));
    }

    public static ServerSpec of(String name, Origin origin) {
        return new ServerSpec(
                name,
                origin,
                Sharing.PER_CLIENT,
                0,
                Optional.empty(),
                Optional.empty(),
                ToolChoice.all(),
                RestartPolicy.defaults()
                        .backoff(
                                new Backoff.Growing(
                                        Duration.ofMillis(200), 2, Duration.ofSeconds(30), 0.25))
                        .limit(new Limit(5, Duration.ofSeconds(60))),
                Times.defaults(),
                RpcLimits.defaults().ceiling(Times.ENDLESS),
                CacheHint.none(),
                1_000,
                LimitRule.defaults());
    }

    public ServerSpec origin(Origin wanted) {
        return new ServerSpec(
                name,
                wanted,
                sharing,
                warm,
                era,
                tokenVariable,
                tools,
                restart,
                times,
                limits,
                hint,
                children,
                limitRule);
    }

    public ServerSpec limitRule(LimitRule wanted) {
        return new ServerSpec(
                name,
                origin,
                sharing,
                warm,
                era,
                tokenVariable,
                tools,
                restart,
                times,
                limits,
                hint,
                children,
                wanted);
    }

    public ServerSpec sharing(Sharing wanted) {
        return copy(
                wanted, warm, era, tokenVariable, tools, restart, times, limits, hint, children);
    }

    public ServerSpec warm(int wanted) {
        return copy(
                sharing, wanted, era, tokenVariable, tools, restart, times, limits, hint, children);
    }

    public ServerSpec era(Era wanted) {
        return copy(
                sharing,
                warm,
                Optional.of(wanted),
                tokenVariable,
                tools,
                restart,
                times,
                limits,
                hint,
                children);
    }

    public ServerSpec tokenVariable(String wanted) {
        return copy(
                sharing,
                warm,
                era,
                Optional.of(wanted),
                tools,
                restart,
                times,
                limits,
                hint,
                children);
    }

    public ServerSpec tools(ToolChoice wanted) {
        return copy(
                sharing, warm, era, tokenVariable, wanted, restart, times, limits, hint, children);
    }

    public ServerSpec restart(RestartPolicy wanted) {
        return copy(
                sharing, warm, era, tokenVariable, tools, wanted, times, limits, hint, children);
    }

    public ServerSpec times(Times wanted) {
        return copy(
                sharing, warm, era, tokenVariable, tools, restart, wanted, limits, hint, children);
    }

    /** The ceiling of the times is what counts; that of these limits is lifted. */
    public ServerSpec limits(RpcLimits wanted) {
        return copy(
                sharing,
                warm,
                era,
                tokenVariable,
                tools,
                restart,
                times,
                wanted.ceiling(Times.ENDLESS),
                hint,
                children);
    }

    public ServerSpec hint(CacheHint wanted) {
        return copy(
                sharing, warm, era, tokenVariable, tools, restart, times, limits, wanted, children);
    }

    public ServerSpec children(int wanted) {
        return copy(sharing, warm, era, tokenVariable, tools, restart, times, limits, hint, wanted);
    }

    private ServerSpec copy(
            Sharing newSharing,
            int newWarm,
            Optional<Era> newEra,
            Optional<String> newTokenVariable,
            ToolChoice newTools,
            RestartPolicy newRestart,
            Times newTimes,
            RpcLimits newLimits,
            CacheHint newHint,
            int newChildren) {
        return new ServerSpec(
                name,
                origin,
                newSharing,
                newWarm,
                newEra,
                newTokenVariable,
                newTools,
                newRestart,
                newTimes,
                newLimits,
                newHint,
                newChildren,
                limitRule);
    }
}
