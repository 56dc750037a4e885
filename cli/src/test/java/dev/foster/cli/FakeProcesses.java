package dev.foster.cli;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The processes of a {@link FakeDaemon}, and who is told when one becomes something else. */
final class FakeProcesses {
    private final Map<String, ProcessView> known = new LinkedHashMap<>();
    private final List<Follower<ProcessUpdate>> followers = new ArrayList<>();

    synchronized void put(ProcessView view) {
        boolean changed = known.put(view.name(), view) != null;
        tell(changed ? new ProcessUpdate.Changed(view) : new ProcessUpdate.Snapshot(all()));
    }

    synchronized void remove(String name) {
        known.remove(name);
        tell(new ProcessUpdate.Snapshot(all()));
    }

    private void tell(ProcessUpdate news) {
        followers.forEach(follower -> follower.next(news));
    }

    synchronized List<ProcessView> all() {
        return List.copyOf(known.values());
    }

    ProcessView one(String name) {
        return all().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ControlProblem(
                                        ProblemCode.UNKNOWN_NAME,
                                        "cannot find "
                                                + name
                                                + ": there is no such process; see foster ps"));
    }

    /** Those that names mean; {@code all} and {@code begin*} are understood. */
    List<String> select(List<String> patterns) {
        var names = new ArrayList<String>();
        for (String pattern : patterns) {
            if (pattern.equals("all")) {
                all().forEach(view -> names.add(view.name()));
            } else if (pattern.endsWith("*")) {
                String begin = pattern.substring(0, pattern.length() - 1);
                all().stream()
                        .map(ProcessView::name)
                        .filter(name -> name.startsWith(begin))
                        .forEach(names::add);
            } else {
                names.add(one(pattern).name());
            }
        }
        return names;
    }

    synchronized FollowHandle follow(Follower<ProcessUpdate> follower) {
        follower.next(new ProcessUpdate.Snapshot(all()));
        followers.add(follower);
        return () -> leave(follower);
    }

    private synchronized void leave(Follower<ProcessUpdate> follower) {
        followers.remove(follower);
    }

    synchronized int followers() {
        return followers.size();
    }

    /** Ends everybody's stream. */
    synchronized void end() {
        followers.forEach(Follower::end);
    }
}
