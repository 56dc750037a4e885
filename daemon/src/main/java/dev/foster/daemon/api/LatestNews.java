package dev.foster.daemon.api;

import dev.foster.control.ProcessNews;
import dev.foster.control.ProcessView;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Keeps the latest news of each process: who reads slowly sees fewer steps in between, but ends
 * with the truth. Nothing is lost by that, so nothing is counted.
 */
final class LatestNews implements Shelf<ProcessNews> {
    // No process is called so.
    private static final String SNAPSHOT = "";
    private static final String BEAT = " ";

    private final LinkedHashMap<String, ProcessNews> latest = new LinkedHashMap<>();

    @Override
    public void put(ProcessNews news) {
        switch (news) {
            case ProcessNews.Snapshot snapshot -> {
                latest.clear();
                latest.put(SNAPSHOT, snapshot);
            }
            case ProcessNews.Changed changed -> {
                String name = changed.process().name();
                latest.remove(name);
                latest.put(name, changed);
                // A beat that waits goes behind it when the next one comes, and must not undo it.
                latest.computeIfPresent(BEAT, (_, beat) -> without(name, beat));
            }
            case ProcessNews.Beat beat -> {
                ProcessNews before = latest.remove(BEAT);
                latest.put(
                        BEAT,
                        before instanceof ProcessNews.Beat missed ? both(missed, beat) : beat);
            }
        }
    }

    private static ProcessNews without(String name, ProcessNews news) {
        return news instanceof ProcessNews.Beat(List<ProcessView> different)
                ? new ProcessNews.Beat(
                        different.stream().filter(view -> !view.name().equals(name)).toList())
                : news;
    }

    /** One beat for two, with the newest of each process. */
    private static ProcessNews.Beat both(ProcessNews.Beat missed, ProcessNews.Beat next) {
        var different = new LinkedHashMap<String, ProcessView>();
        missed.processes().forEach(view -> different.put(view.name(), view));
        next.processes().forEach(view -> different.put(view.name(), view));
        return new ProcessNews.Beat(List.copyOf(different.values()));
    }

    @Override
    public List<ProcessNews> take() {
        List<ProcessNews> taken = new ArrayList<>(latest.values());
        latest.clear();
        return taken;
    }

    @Override
    public long takeDropped() {
        return 0;
    }
}
