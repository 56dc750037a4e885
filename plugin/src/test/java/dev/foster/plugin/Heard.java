package dev.foster.plugin;

import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildStream;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps what plugins say. */
final class Heard implements PluginLog {
    private final List<LogEntry> entries = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();

    @Override
    public synchronized void logged(String id, LogEntry entry) {
        entries.add(entry);
    }

    @Override
    public synchronized void printed(String id, ChildStream stream, byte[] data) {
        (stream == ChildStream.STDOUT ? out : err).writeBytes(data);
    }

    @Override
    public synchronized void wrote(String id, String line) {
        lines.add(line);
    }

    @Override
    public synchronized void complained(String id, byte[] bytes, boolean end) {
        complaints.writeBytes(bytes);
        if (end) {
            complaints.write('\n');
        }
    }

    /** The whole of the plugins' standard error. */
    synchronized String complaints() {
        return complaints.toString(StandardCharsets.UTF_8);
    }

    synchronized List<LogEntry> entries() {
        return List.copyOf(entries);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    synchronized String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    synchronized String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    synchronized int outSize() {
        return out.size();
    }
}
