package dev.foster.tui.feed;

import dev.foster.control.LogLineView;
import dev.foster.control.TailView;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** How what a process says becomes what is known of its output. */
final class Lines {
    private static final int MOST_GLIMPSED = 300;
    private static final int MOST_READ = 50_000;

    private Lines() {}

    static LogLine line(LogLineView line) {
        return new LogLine(line.at(), voice(line.stream()), line.text(), cursor(line));
    }

    private static LogLine.Voice voice(String stream) {
        return switch (stream) {
            case LogLineView.OUT -> LogLine.Voice.OUTPUT;
            case LogLineView.ERR -> LogLine.Voice.ERROR;
            default -> LogLine.Voice.FOSTER;
        };
    }

    static long cursor(LogLineView line) {
        return Long.parseLong(line.cursor());
    }

    /** The beginning of a view. */
    static Output first(TailView tail) {
        return new Output(
                tail.lines().stream().map(Lines::line).toList(), !tail.more().orElse(false));
    }

    /** The newest of many are shown, and nobody could have read those between. */
    static Output glimpsed(Output now, TailView tail) {
        return added(
                tail.skipped() > 0 ? List.of() : now.lines(),
                tail.lines().stream().map(Lines::line).toList(),
                MOST_GLIMPSED,
                now.whole() && tail.skipped() == 0);
    }

    /** All are wanted: where some were skipped, a remark stands. */
    static Output read(Output now, TailView tail) {
        var more = new ArrayList<LogLine>();
        if (tail.skipped() > 0 && !tail.lines().isEmpty()) {
            LogLineView next = tail.lines().getFirst();
            more.add(gap(tail.skipped(), next.at(), cursor(next) - 1));
        }
        tail.lines().forEach(line -> more.add(line(line)));
        return added(now.lines(), more, MOST_READ, now.whole());
    }

    private static LogLine gap(long lines, Instant at, long cursor) {
        String text =
                String.format("⋯ %,d lines came too fast to be shown; foster logs has them", lines);
        return new LogLine(at, LogLine.Voice.FOSTER, text, cursor);
    }

    private static Output added(List<LogLine> lines, List<LogLine> more, int most, boolean whole) {
        var all = new ArrayList<LogLine>(lines.size() + more.size());
        all.addAll(lines);
        all.addAll(more);
        int from = Math.max(0, all.size() - most);
        return new Output(all.subList(from, all.size()), whole && from == 0);
    }

    /** With older lines in front of it, as far as there is room. */
    static Output older(Output now, List<LogLineView> older, boolean whole) {
        var all = new ArrayList<LogLine>();
        long first = now.lines().isEmpty() ? Long.MAX_VALUE : now.lines().getFirst().cursor();
        older.stream().map(Lines::line).filter(line -> line.cursor() < first).forEach(all::add);
        all.addAll(now.lines());
        return all.size() > MOST_READ ? new Output(now.lines(), true) : new Output(all, whole);
    }
}
