package dev.foster.plugin.session;

import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildStream;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A listener whose faults cost nothing but what it missed. It is called by the threads that read
 * what a plugin says, and one of them that ends would leave the plugin standing at a full pipe.
 */
final class GuardedListener implements SessionListener {
    private static final System.Logger LOG = System.getLogger(GuardedListener.class.getName());

    private final String id;
    private final SessionListener listener;
    private final AtomicBoolean told = new AtomicBoolean();

    GuardedListener(String id, SessionListener listener) {
        this.id = id;
        this.listener = listener;
    }

    private void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error fault) {
            // Once for a run: it may be the same with each of a million lines.
            if (told.compareAndSet(false, true)) {
                LOG.log(Level.ERROR, "a listener of plugin " + id + " failed", fault);
            }
        }
    }

    @Override
    public void prepared(CompletableFuture<Void> gone) {
        tell(() -> listener.prepared(gone));
    }

    /** Not guarded: who cannot take the connection cannot use the plugin, and its start fails. */
    @Override
    public void connected(PluginConnection connection) {
        listener.connected(connection);
    }

    @Override
    public void refused(String why) {
        tell(() -> listener.refused(why));
    }

    @Override
    public void refused(String why, Throwable cause) {
        tell(() -> listener.refused(why, cause));
    }

    @Override
    public void disconnected() {
        tell(listener::disconnected);
    }

    @Override
    public void logged(LogEntry entry) {
        tell(() -> listener.logged(entry));
    }

    @Override
    public void complained(byte[] bytes, boolean end) {
        tell(() -> listener.complained(bytes, end));
    }

    @Override
    public void wrote(String line) {
        tell(() -> listener.wrote(line));
    }

    @Override
    public void printed(ChildStream stream, byte[] data) {
        tell(() -> listener.printed(stream, data));
    }

    @Override
    public void serving(boolean well) {
        tell(() -> listener.serving(well));
    }
}
