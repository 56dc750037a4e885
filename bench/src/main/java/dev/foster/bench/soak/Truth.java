package dev.foster.bench.soak;

import dev.foster.bench.workshop.Marked;
import dev.foster.control.ProcessView;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the daemon tells, held against what the kernel shows. Between the two looks the world goes
 * on, so only what is found again and again is wrong.
 */
final class Truth {
    private Truth() {}

    /** A living process; what it is called in the project stands in its environment. */
    record Seen(long pid, Optional<String> name, boolean left) {
        static Seen of(ProcessHandle process) {
            return new Seen(
                    process.pid(),
                    Marked.variable(process, "FOSTER_PROCESS"),
                    Marked.hasArgument(process, Project.LEFT));
        }

        boolean is(String wanted) {
            return name.filter(wanted::equals).isPresent();
        }
    }

    /**
     * What does not fit.
     *
     * @param single those that are one process each
     */
    static List<String> wrong(
            List<ProcessView> told, Collection<Seen> seen, Collection<String> single) {
        var wrong = new ArrayList<String>();
        Map<Long, String> taken = new HashMap<>();
        for (ProcessView view : told) {
            if (view.state().alive()) {
                missing(view, seen).ifPresent(wrong::add);
                view.pid()
                        .map(
                                pid ->
                                        taken.merge(
                                                pid,
                                                view.name(),
                                                (one, two) -> one + " and " + two))
                        .filter(names -> !names.equals(view.name()))
                        .ifPresent(names -> wrong.add("one pid is told of " + names));
            }
            if (single.contains(view.name())) {
                surplus(view, seen).ifPresent(wrong::add);
            }
        }
        List<Long> left = pids(seen, Seen::left);
        if (left.size() > 1) {
            wrong.add("what earlier runs of leaver left still runs: " + left);
        }
        return wrong;
    }

    /** What is told as alive and is not. */
    private static Optional<String> missing(ProcessView view, Collection<Seen> seen) {
        if (view.pid().isEmpty()) {
            return Optional.of(as(view) + " without a pid");
        }
        long pid = view.pid().get();
        return pids(seen, each -> each.is(view.name())).contains(pid)
                ? Optional.empty()
                : Optional.of(as(view) + " with pid " + pid + ", which is not there or another's");
    }

    /** What is there and should not be. */
    private static Optional<String> surplus(ProcessView view, Collection<Seen> seen) {
        List<Long> copies = pids(seen, each -> each.is(view.name()));
        if (copies.size() > 1) {
            return Optional.of(view.name() + " runs more than once: " + copies);
        }
        return copies.isEmpty() || view.state().alive()
                ? Optional.empty()
                : Optional.of(as(view) + " and runs: " + copies);
    }

    private static String as(ProcessView view) {
        return view.name() + " is told as " + view.state().word();
    }

    private static List<Long> pids(Collection<Seen> seen, Predicate<Seen> which) {
        return seen.stream().filter(which).map(Seen::pid).sorted().toList();
    }
}
