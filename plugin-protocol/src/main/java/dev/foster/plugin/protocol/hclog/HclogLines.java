package dev.foster.plugin.protocol.hclog;

/**
 * Reads the standard error of one run of a plugin, line by line. It has a memory: once a Go program
 * says that it panics, everything without a level of its own is part of the panic.
 *
 * <p>For one thread.
 */
public final class HclogLines {
    private boolean panicking;

    /**
     * Reads a whole line, without its end of line.
     *
     * @return the entry; a line that is not understood is itself the message
     */
    public LogEntry line(String line) {
        return switch (StructuredLine.read(line)) {
            case StructuredLine.Entry structured -> structured.entry();
            // JSON of something else than hclog; it is not part of a panic either.
            case StructuredLine.OtherJson _ -> LogEntry.text(Level.DEBUG, line);
            case StructuredLine.Text _ -> text(line);
        };
    }

    /** Reads a piece of a line that was too long to be held: it is passed on as it is. */
    public LogEntry fragment(String piece) {
        return LogEntry.text(Level.DEBUG, piece);
    }

    private LogEntry text(String line) {
        var claimed = Level.claimedBy(line);
        if (claimed.isPresent()) {
            return LogEntry.text(claimed.get(), line);
        }
        if (line.startsWith("panic: ") || line.startsWith("fatal error: ")) {
            panicking = true;
        }
        return LogEntry.text(panicking ? Level.ERROR : Level.DEBUG, line);
    }
}
