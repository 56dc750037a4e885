package dev.foster.cli;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.TailView;
import dev.foster.daemon.api.Operations;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.daemon.follow.Tails;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Every line there is, then each that a test says. */
final class FakeTails implements Tails, Follower<LogLineView> {
    private final LinkedBlockingQueue<List<TailView>> news = new LinkedBlockingQueue<>();
    private final Operations daemon;
    private final List<String> names;
    private final int first;
    private final FollowHandle subscription;
    private boolean begun;
    private volatile boolean ended;

    FakeTails(Operations daemon, List<String> names, int first) {
        this.daemon = daemon;
        this.names = names;
        this.first = first;
        this.subscription = daemon.followLogs(LogQuery.all(), this);
    }

    @Override
    public List<TailView> beginnings() {
        if (begun) {
            return List.of();
        }
        begun = true;
        return daemon.select(names.isEmpty() ? List.of("all") : names).stream()
                .map(name -> daemon.logs(LogQuery.all().names(List.of(name)).tail(first), first))
                .filter(some -> !some.isEmpty())
                .map(some -> new TailView(some.getFirst().process(), 0, Optional.of(false), some))
                .toList();
    }

    @Override
    public List<TailView> news(Duration beat, Duration patience) throws InterruptedException {
        return Objects.requireNonNullElse(
                news.poll(patience.toMillis(), TimeUnit.MILLISECONDS), List.of());
    }

    @Override
    public void next(LogLineView line) {
        if (FakeLogs.wanted(names, line)) {
            news.add(List.of(new TailView(line.process(), 0, List.of(line))));
        }
    }

    @Override
    public void end() {
        ended = true;
        news.add(List.of());
    }

    @Override
    public boolean ended() {
        return ended && news.isEmpty();
    }

    @Override
    public void close() {
        subscription.close();
        end();
    }
}
