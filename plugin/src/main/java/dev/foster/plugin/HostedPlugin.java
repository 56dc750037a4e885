package dev.foster.plugin;

import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.plugin.session.Connection;
import dev.foster.plugin.session.SessionListener;
import dev.foster.process.ChildStream;
import dev.foster.process.Exit;
import dev.foster.supervise.report.ProcessState;

import io.grpc.Channel;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** What a host knows of one plugin beyond its process: the connection, and why it failed. */
final class HostedPlugin implements Plugin, SessionListener {
    private final String id;
    private final PluginLog log;
    private final Supplier<ProcessState> process;
    private final SwitchChannel channel;
    private volatile @Nullable Connection connection;
    private volatile boolean everReady;
    private volatile String problem = "";
    private volatile boolean refused;

    HostedPlugin(String id, PluginLog log, Supplier<ProcessState> process) {
        this.id = id;
        this.log = log;
        this.process = process;
        this.channel = new SwitchChannel(id);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Channel channel(WhenAway whenAway) {
        return channel.view(whenAway);
    }

    @Override
    public Optional<Connection> connection() {
        return Optional.ofNullable(connection);
    }

    @Override
    public PluginStatus status() {
        ProcessState now = process.get();
        Connection link = connection;
        PluginState state =
                refused ? PluginState.FAILED_TO_START : PluginState.of(now, everReady);
        return new PluginStatus(
                id,
                state,
                state == PluginState.RUNNING && now.word() == ProcessState.Word.RUNNING,
                now.pid(),
                link == null ? OptionalInt.empty() : OptionalInt.of(link.version()),
                now.restarts(),
                now.since(),
                state == PluginState.RUNNING ? "" : problem,
                now.lastExit().map(Exit::describe));
    }

    /** A new beginning: what was before does not count. */
    void activating() {
        everReady = false;
        refused = false;
        problem = "";
    }

    /** It did not come up when it was asked to, and is not tried again. */
    void refused() {
        refused = true;
    }

    void failed(String why) {
        problem = why;
    }

    String problem() {
        return problem;
    }

    /** Those who wait for it need not any more. */
    void ended() {
        channel.end(problem.isEmpty() ? "it was deactivated" : problem);
    }

    // ---- what a run tells ----

    @Override
    public void connected(Connection made) {
        connection = made;
        everReady = true;
        channel.connect(made.channel());
    }

    @Override
    public void refused(String why) {
        problem = why;
    }

    @Override
    public void disconnected() {
        connection = null;
        channel.disconnect("it is being restarted or stopped");
    }

    @Override
    public void logged(LogEntry entry) {
        log.logged(id, entry);
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
