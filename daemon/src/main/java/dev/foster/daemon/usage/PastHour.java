package dev.foster.daemon.usage;

import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one process used: a point a second for the last ten minutes, and for the hour before them
 * one for each ten seconds, made of those that grew too old.
 */
final class PastHour {
    static final int SECONDS = 600;
    static final int TENS = 360;
    private static final long TEN_SECONDS = 10_000;
    private static final long OLDEST = (SECONDS + TENS * 10) * 1000L;

    private final History seconds = new History(SECONDS);
    private final History tens = new History(TENS);
    private long tenBegan;
    private int inTen;
    private double cpuSum;
    private long mostMemory;
    private int mostThreads;
    private int mostFiles;

    void add(long at, double cpu, long memory, int threads, int files) {
        makeRoom();
        seconds.add(at, cpu, memory, threads, files);
    }

    /** A run ended. */
    void addGap(long at) {
        boolean gapAlready = seconds.size() > 0 && seconds.gap(seconds.size() - 1);
        if (!gapAlready) {
            makeRoom();
            seconds.addGap(at);
        }
    }

    private void makeRoom() {
        if (!seconds.full()) {
            return;
        }
        long oldest = seconds.at(0);
        // A clock that was set back begins another ten, too.
        if (inTen > 0 && (seconds.gap(0) || Math.abs(oldest - tenBegan) >= TEN_SECONDS)) {
            tens.add(tenBegan, cpuSum / inTen, mostMemory, mostThreads, mostFiles);
            inTen = 0;
        }
        if (seconds.gap(0)) {
            tens.addGap(oldest);
            return;
        }
        if (inTen == 0) {
            tenBegan = oldest;
            cpuSum = 0;
            mostMemory = 0;
            mostThreads = 0;
            mostFiles = 0;
        }
        inTen++;
        cpuSum += seconds.cpu(0);
        mostMemory = Math.max(mostMemory, seconds.memory(0));
        mostThreads = Math.max(mostThreads, seconds.threads(0));
        mostFiles = Math.max(mostFiles, seconds.files(0));
    }

    UsageHistoryView view(long now) {
        var columns = new Columns();
        columns.add(tens, now - OLDEST);
        columns.add(seconds, now - OLDEST);
        return columns.view();
    }

    /** The newest so many of the last seconds. */
    UsageLineView line(String name, int most) {
        List<Optional<Double>> cpu = new ArrayList<>();
        List<Optional<Long>> memory = new ArrayList<>();
        for (int i = Math.max(0, seconds.size() - most); i < seconds.size(); i++) {
            boolean gap = seconds.gap(i);
            cpu.add(gap ? Optional.empty() : Optional.of(seconds.cpu(i)));
            memory.add(gap ? Optional.empty() : Optional.of(seconds.memory(i)));
        }
        return new UsageLineView(name, cpu, memory);
    }

    /** The wire has a list for each figure. */
    private static final class Columns {
        private final List<Long> at = new ArrayList<>();
        private final List<Optional<Double>> cpu = new ArrayList<>();
        private final List<Optional<Long>> memory = new ArrayList<>();
        private final List<Optional<Long>> threads = new ArrayList<>();
        private final List<Optional<Long>> files = new ArrayList<>();

        void add(History history, long notBefore) {
            for (int i = 0; i < history.size(); i++) {
                if (history.at(i) < notBefore) {
                    continue;
                }
                boolean gap = history.gap(i);
                at.add(history.at(i));
                cpu.add(gap ? Optional.empty() : Optional.of(history.cpu(i)));
                memory.add(gap ? Optional.empty() : Optional.of(history.memory(i)));
                threads.add(gap ? Optional.empty() : Optional.of((long) history.threads(i)));
                files.add(gap ? Optional.empty() : Optional.of((long) history.files(i)));
            }
        }

        UsageHistoryView view() {
            return new UsageHistoryView(at, cpu, memory, threads, files);
        }
    }
}
