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
 * @param offer what clients are told it has
 * @param speech how its children are spoken with
 * @param keeping how its children are kept
 */
public record ServerSpec(String name, Origin origin, Offer offer, Speech speech, Keeping keeping) {

    /**
     * What clients are told a server has.
     *
     * @param tools which of its tools are offered
     * @param hint what modern clients are told about keeping lists
     */
    public record Offer(ToolChoice tools, CacheHint hint) {}

    /**
     * How children are spoken with.
     *
     * @param era what they speak; found out when absent
     * @param times how long things may take
     * @param limits what is borne from a child
     */
    public record Speech(Optional<Era> era, Times times, RpcLimits limits) {}

    /**
     * How children are kept.
     *
     * @param sharing who shares a child
     * @param warm how many wait, started, for clients to come
     * @param most how many there may be at once
     * @param tokenVariable the variable in which a child finds its client's bearer token
     * @param restart when one that ended is started again
     * @param limitRule what happens to one that uses more than it may
     */
    public record Keeping(
            Sharing sharing,
            int warm,
            int most,
            Optional<String> tokenVariable,
            RestartPolicy restart,
            LimitRule limitRule) {}

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
    }

    /** A command with the defaults: a child for each client, restarted up to 5 times a minute. */
    public static ServerSpec of(String name, ChildSpec child) {
        return of(name, new Origin.Command(child));
    }

    public static ServerSpec of(String name, Origin origin) {
        RestartPolicy restart =
                RestartPolicy.defaults()
                        .backoff(
                                new Backoff.Growing(
                                        Duration.ofMillis(200), 2, Duration.ofSeconds(30), 0.25))
                        .limit(new Limit(5, Duration.ofSeconds(60)));
        return new ServerSpec(
                name,
                origin,
                new Offer(ToolChoice.all(), CacheHint.none()),
                new Speech(
                        Optional.empty(),
                        Times.defaults(),
                        RpcLimits.defaults().ceiling(Times.ENDLESS)),
                new Keeping(
                        Sharing.PER_CLIENT,
                        0,
                        1_000,
                        Optional.empty(),
                        restart,
                        LimitRule.defaults()));
    }

    public ServerSpec origin(Origin wanted) {
        return new ServerSpec(name, wanted, offer, speech, keeping);
    }

    // ---- what is offered ----

    public ToolChoice tools() {
        return offer.tools();
    }

    public ServerSpec tools(ToolChoice wanted) {
        return with(new Offer(wanted, hint()));
    }

    public CacheHint hint() {
        return offer.hint();
    }

    public ServerSpec hint(CacheHint wanted) {
        return with(new Offer(tools(), wanted));
    }

    private ServerSpec with(Offer wanted) {
        return new ServerSpec(name, origin, wanted, speech, keeping);
    }

    // ---- how its children are spoken with ----

    public Optional<Era> era() {
        return speech.era();
    }

    public ServerSpec era(Era wanted) {
        return with(new Speech(Optional.of(wanted), times(), limits()));
    }

    public Times times() {
        return speech.times();
    }

    public ServerSpec times(Times wanted) {
        return with(new Speech(era(), wanted, limits()));
    }

    public RpcLimits limits() {
        return speech.limits();
    }

    /** The ceiling of the times is what counts; that of these limits is lifted. */
    public ServerSpec limits(RpcLimits wanted) {
        return with(new Speech(era(), times(), wanted.ceiling(Times.ENDLESS)));
    }

    private ServerSpec with(Speech wanted) {
        return new ServerSpec(name, origin, offer, wanted, keeping);
    }

    // ---- how its children are kept ----

    public Sharing sharing() {
        return keeping.sharing();
    }

    public ServerSpec sharing(Sharing wanted) {
        return with(
                new Keeping(wanted, warm(), children(), tokenVariable(), restart(), limitRule()));
    }

    public int warm() {
        return keeping.warm();
    }

    public ServerSpec warm(int wanted) {
        return with(
                new Keeping(
                        sharing(), wanted, children(), tokenVariable(), restart(), limitRule()));
    }

    /** How many there may be at once. */
    public int children() {
        return keeping.most();
    }

    public ServerSpec children(int wanted) {
        return with(
                new Keeping(sharing(), warm(), wanted, tokenVariable(), restart(), limitRule()));
    }

    public Optional<String> tokenVariable() {
        return keeping.tokenVariable();
    }

    public ServerSpec tokenVariable(String wanted) {
        return with(
                new Keeping(
                        sharing(),
                        warm(),
                        children(),
                        Optional.of(wanted),
                        restart(),
                        limitRule()));
    }

    public RestartPolicy restart() {
        return keeping.restart();
    }

    public ServerSpec restart(RestartPolicy wanted) {
        return with(
                new Keeping(sharing(), warm(), children(), tokenVariable(), wanted, limitRule()));
    }

    public LimitRule limitRule() {
        return keeping.limitRule();
    }

    public ServerSpec limitRule(LimitRule wanted) {
        return with(new Keeping(sharing(), warm(), children(), tokenVariable(), restart(), wanted));
    }

    private ServerSpec with(Keeping wanted) {
        return new ServerSpec(name, origin, offer, speech, wanted);
    }
}
