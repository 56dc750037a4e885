package dev.foster.plugin.session;

import dev.foster.plugin.protocol.hclog.HclogLines;
import dev.foster.process.Line;
import dev.foster.process.OutputListener;

/** Reads a plugin's standard error for its log, and passes it on as it was written, too. */
final class LogReader implements OutputListener<Line> {
    private final HclogLines log = new HclogLines();
    private final SessionListener listener;
    private boolean goesOn;

    LogReader(SessionListener listener) {
        this.listener = listener;
    }

    @Override
    public void next(Line line) {
        listener.complained(line.bytes(), !line.cut());
        // The last piece of a long line is no line of its own.
        boolean piece = goesOn || line.cut();
        goesOn = line.cut();
        listener.logged(piece ? log.fragment(line.text()) : log.line(line.text()));
    }
}
