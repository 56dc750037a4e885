package dev.foster.daemon.api;

import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Keeps the latest news of each process: who reads slowly sees fewer steps in between, but ends
 * with the truth. Nothing is lost by that, so nothing is counted.
 */
final class LatestStates implements Shelf<ProcessUpdate> {
    // No process is called so.
    private static final String SNAPSHOT = "";
    private static final String BEAT = " ";

    private final LinkedHashMap<String, ProcessUpdate> latest = new LinkedHashMap<>();

    @Override
    public void put(ProcessUpdate news) {
        switch (news) {
            case ProcessUpdate.Snapshot snapshot -> {
                latest.clear();
                latest.put(SNAPSHOT, snapshot);
            }
            case ProcessUpdate.Changed changed -> {
                String name = changed.process().name();
                latest.remove(name);
                latest.put(name, changed);
                // A beat that waits goes behind it when the next one comes, and must not undo it.
                latest.computeIfPresent(BEAT, (_, beat) -> without(name, beat));
            }
            case ProcessUpdate.Beat beat -> {
                ProcessUpdate before = latest.remove(BEAT);
                latest.put(
                        BEAT,
                        before instanceof ProcessUpdate.Beat missed ? both(missed, beat) : beat);
            }
        }
    }

    private static ProcessUpdate without(String name, ProcessUpdate news) {
        return news instanceof ProcessUpdate.Beat(List<ProcessView> different)
                ? new ProcessUpdate.Beat(
                        different.stream().filter(view -> !view.name().equals(name)).toList())
                : news;
    }

    /** One beat for two, with the newest of each process. */
    private static ProcessUpdate.Beat both(ProcessUpdate.Beat missed, ProcessUpdate.Beat next) {
        var different = new LinkedHashMap<String, ProcessView>();
        missed.processes().forEach(view -> different.put(view.name(), view));
        next.processes().forEach(view -> different.put(view.name(), view));
        return new ProcessUpdate.Beat(List.copyOf(different.values()));
    }

    @Override
    public List<ProcessUpdate> take() {
        List<ProcessUpdate> taken = new ArrayList<>(latest.values());
        latest.clear();
        return taken;
    }

    @Override
    public long takeDropped() {
        return 0;
    }
}
