package dev.foster.daemon.api;

import dev.foster.control.TailView;
import dev.foster.daemon.follow.Tails;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tails that bring what a test puts into them. */
final class FakeTails implements Tails {
    private static final List<TailView> END = new ArrayList<>();

    final Queue<List<TailView>> beginnings = new ArrayDeque<>();
    final LinkedBlockingQueue<List<TailView>> news = new LinkedBlockingQueue<>();
    final List<Duration> beats = new ArrayList<>();
    volatile boolean closed;
    private volatile boolean ended;

    @Override
    public List<TailView> beginnings() {
        List<TailView> next = beginnings.poll();
        return next == null ? List.of() : next;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the end is that very list
    public List<TailView> news(Duration beat, Duration patience) throws InterruptedException {
        beats.add(beat);
        List<TailView> next = news.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        ended = next == END;
        return next == null ? List.of() : next;
    }

    @Override
    public boolean ended() {
        return ended;
    }

    void end() {
        news.add(END);
    }

    @Override
    public void close() {
        closed = true;
        end();
    }
}
