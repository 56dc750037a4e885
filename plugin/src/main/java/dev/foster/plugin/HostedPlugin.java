package dev.foster.plugin;

import dev.foster.plugin.message.MessageListener;
import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.plugin.session.PluginConnection;
import dev.foster.plugin.session.ReattachConfig;
import dev.foster.plugin.session.SessionListener;
import dev.foster.process.Child;
import dev.foster.process.ChildStream;
import dev.foster.process.Exit;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;

import io.grpc.Channel;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What a host knows of one plugin beyond its process: the connection, and why it failed. */
final class HostedPlugin implements Plugin, SessionListener {
    private final String id;
    private final PluginLog log;
    private final Supplier<Optional<ProcessStatus>> process;
    private final SwitchChannel channel;
    private final Queue<CompletableFuture<Void>> runs = new ConcurrentLinkedQueue<>();
    private final Presence presence;
    private volatile boolean messages;
    private @Nullable PluginConnection connection;
    private boolean wanted;
    private boolean everReady;
    private boolean refused;
    private boolean serving = true;
    private String problem = "";
    private @Nullable Throwable cause;

    /** News of runs up to this one is old: they belong to an earlier activation. */
    private long lastOfBefore;

    HostedPlugin(String id, PluginLog log, Supplier<Optional<ProcessStatus>> process) {
        this.id = id;
        this.log = log;
        this.process = process;
        this.channel = new SwitchChannel(id);
        this.presence = new Presence(id, log, this::arrived);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Channel channel(WhenAway whenAway) {
        requireCalls("make a channel to");
        return channel.view(whenAway);
    }

    @Override
    public ReattachConfig reattach() {
        requireCalls("let others attach to");
        return Plugin.super.reattach();
    }

    @Override
    public GrpcBroker broker() {
        requireCalls("use the broker of");
        return Plugin.super.broker();
    }

    private void requireCalls(String verb) {
        if (messages) {
            throw new PluginException(
                    PluginException.Kind.UNSUPPORTED,
                    id,
                    "cannot "
                            + verb
                            + " plugin "
                            + id
                            + ": it talks NATS and serves no calls; send it messages over the bus");
        }
    }

    @Override
    public synchronized Optional<PluginConnection> connection() {
        return Optional.ofNullable(connection);
    }

    @Override
    public PluginStatus status() {
        Optional<ProcessStatus> known = process.get();
        return known.isPresent() ? status(known.get()) : removed();
    }

    private synchronized PluginStatus status(ProcessStatus now) {
        PluginState state = state(now);
        PluginConnection link = connection;
        return new PluginStatus(
                id,
                state,
                state == PluginState.RUNNING && serving && now.word() == ProcessStatus.Word.RUNNING,
                now.pid(),
                link == null ? OptionalInt.empty() : OptionalInt.of(link.version()),
                now.restarts(),
                now.since(),
                state == PluginState.RUNNING ? "" : problem,
                now.lastExit().map(Exit::describe));
    }

    private PluginState state(ProcessStatus now) {
        if (refused) {
            return PluginState.FAILED_TO_START;
        }
        PluginState state = PluginState.of(now, everReady);
        boolean failed =
                state == PluginState.FAILED_TO_START || state == PluginState.FAILED_TO_STAY_RUNNING;
        // Who deactivates a plugin that failed does not want to hear of it any more.
        return failed && !wanted ? PluginState.NOT_RUNNING : state;
    }

    private PluginStatus removed() {
        return new PluginStatus(
                id,
                PluginState.NOT_RUNNING,
                false,
                OptionalLong.empty(),
                OptionalInt.empty(),
                0,
                Instant.EPOCH,
                "",
                Optional.empty());
    }

    /** Whether it can be called, or has said on the bus that it is ready. */
    boolean callable() {
        return status().state() == PluginState.RUNNING
                && (connection().isPresent() || presence.isThere());
    }

    /** Hears of its runs on the bus. */
    MessageListener presence() {
        return presence;
    }

    /** Whether it talks NATS. */
    void messages(boolean does) {
        messages = does;
    }

    synchronized boolean wanted() {
        return wanted;
    }

    /** Why it does not run though it should; empty when there is no such reason. */
    synchronized String problem() {
        return problem.isEmpty() ? "" : problem + presence.lastWords();
    }

    /** What the host met when it did not come up, where that was more than words. */
    synchronized @Nullable Throwable cause() {
        return cause;
    }

    // ---- what the host does with it ----

    /** A new beginning: what was before does not count. */
    void activating() {
        long last = process.get().map(HostedPlugin::lastRunBeforeNow).orElse(0L);
        synchronized (this) {
            lastOfBefore = last;
            wanted = true;
            everReady = false;
            refused = false;
            problem = "";
            cause = null;
        }
        presence.forget();
        channel.expect();
    }

    // A run that is on its way up is the one that somebody waits for.
    private static long lastRunBeforeNow(ProcessStatus now) {
        return switch (now.word()) {
            case STARTING, RUNNING, UNHEALTHY, SUSPENDED -> now.run() - 1;
            case DISABLED,
                    WAITING,
                    BLOCKED,
                    STOPPING,
                    RESTARTING,
                    STOPPED,
                    COMPLETED,
                    FAILED,
                    GAVE_UP,
                    STUCK ->
                    now.run();
        };
    }

    /** It is not to run any more, and how it got there does not matter. */
    synchronized void deactivating() {
        wanted = false;
        everReady = false;
        refused = false;
        problem = "";
        cause = null;
    }

    /** It did not come up when it was asked to, and is not tried again. */
    void refuse(String why) {
        synchronized (this) {
            wanted = false;
            refused = true;
            problem = why;
            presence.forget();
        }
        ended();
    }

    /** Those who wait for it need not any more. */
    void ended() {
        String why = problem();
        channel.end(why.isEmpty() ? "it was deactivated; activate it" : why);
    }

    /** Waits until nothing is left of its runs, sockets and servers included. */
    void awaitGone(Duration limit) {
        CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new))
                .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionally(_ -> null)
                .join();
    }

    /** Something happened to its process. */
    void note(ProcessEvent event) {
        boolean over = false;
        synchronized (this) {
            if (!wanted || (event.run() != 0 && event.run() <= lastOfBefore)) {
                return;
            }
            switch (event) {
                case ProcessEvent.Ready _ -> {
                    problem = "";
                    cause = null;
                }
                case ProcessEvent.StartFailed _,
                        ProcessEvent.NotReady _,
                        ProcessEvent.Unhealthy _,
                        ProcessEvent.Stuck _ ->
                        problem = event.text();
                case ProcessEvent.Exited _ -> keep("plugin " + id + " ended: " + event.text());
                case ProcessEvent.Failed _, ProcessEvent.Completed _ -> {
                    keep("plugin " + id + " " + event.text());
                    over = true;
                }
                case ProcessEvent.GaveUp _ -> {
                    // Of one that never came up there is more to tell than how often it was tried.
                    problem = everReady || problem.isEmpty() ? event.text() : problem;
                    over = true;
                }
                default -> {}
            }
        }
        if (over) {
            ended();
        }
    }

    private void keep(String why) {
        problem = problem.isEmpty() ? why : problem;
    }

    // ---- what a run tells ----

    @Override
    public void prepared(CompletableFuture<Void> gone) {
        runs.removeIf(CompletableFuture::isDone);
        runs.add(gone);
    }

    @Override
    public void connected(PluginConnection made) {
        // The channel first, here and below: whoever sees the connection can rely on it.
        channel.connect(made.channel(), made.end());
        synchronized (this) {
            connection = made;
            everReady = true;
            serving = true;
        }
    }

    @Override
    public synchronized void refused(String why) {
        if (wanted && connection == null) {
            problem = why;
        }
    }

    @Override
    public synchronized void refused(String why, Throwable met) {
        if (wanted && connection == null) {
            problem = why;
            cause = met;
        }
    }

    @Override
    public void disconnected() {
        channel.disconnect("it is being restarted or stopped; call again when it is back");
        synchronized (this) {
            connection = null;
        }
    }

    // Shown at once; whether it has to go is decided by the checks, which count how often.
    @Override
    public synchronized void serving(boolean well) {
        serving = well;
    }

    /** A run began. What one that talks NATS writes is heard by nobody else. */
    void spawned(Child child) {
        if (messages) {
            prepared(presence.spawned(child));
        }
    }

    private synchronized void arrived() {
        everReady = true;
        serving = true;
    }

    @Override
    public void logged(LogEntry entry) {
        log.logged(id, entry);
    }

    @Override
    public void complained(byte[] bytes, boolean end) {
        log.complained(id, bytes, end);
    }

    @Override
    public void wrote(String line) {
        log.wrote(id, line);
    }

    @Override
    public void printed(ChildStream stream, byte[] data) {
        log.printed(id, stream, data);
    }

    void progress(String line) {
        log.progress(id, line);
    }
}
