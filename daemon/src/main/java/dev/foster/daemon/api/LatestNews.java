package dev.foster.daemon.api;

import dev.foster.control.ProcessNews;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Keeps the latest news of each process: who reads slowly sees fewer steps in between, but ends
 * with the truth. Nothing is lost by that, so nothing is counted.
 */
final class LatestNews implements Shelf<ProcessNews> {
    private static final String SNAPSHOT = "";

    private final LinkedHashMap<String, ProcessNews> latest = new LinkedHashMap<>();

    @Override
    public void put(ProcessNews news) {
        switch (news) {
            case ProcessNews.Snapshot snapshot -> {
                latest.clear();
                latest.put(SNAPSHOT, snapshot);
            }
            case ProcessNews.Changed changed -> {
                latest.remove(changed.process().name());
                latest.put(changed.process().name(), changed);
            }
        }
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
