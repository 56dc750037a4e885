package dev.foster.cli;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the processes of a {@link FakeDaemon} said; a line's cursor is its number. */
final class FakeLogs {
    private final List<LogLineView> lines;
    private final List<Follower<LogLineView>> followers = new CopyOnWriteArrayList<>();

    FakeLogs(List<LogLineView> lines) {
        this.lines = lines;
    }

    void say(LogLineView line) {
        lines.add(line);
        followers.forEach(follower -> follower.next(line));
    }

    List<LogLineView> read(LogQuery query, int limit) {
        long after = query.after().map(Long::parseLong).orElse(0L);
        List<LogLineView> behind =
                lines.stream()
                        .filter(line -> wanted(query.names(), line))
                        .filter(line -> Long.parseLong(line.cursor()) > after)
                        .toList();
        int from = Math.max(0, behind.size() - query.tail().orElse(behind.size()));
        return behind.subList(from, Math.min(behind.size(), from + limit));
    }

    /** Whether it is of one of these; no names mean everybody. */
    static boolean wanted(List<String> names, LogLineView line) {
        return names.isEmpty() || names.contains(line.process());
    }

    FollowHandle follow(Follower<LogLineView> follower) {
        followers.add(follower);
        return () -> followers.remove(follower);
    }

    int followers() {
        return followers.size();
    }

    /** Ends everybody's stream. */
    void end() {
        followers.forEach(Follower::end);
    }
}
