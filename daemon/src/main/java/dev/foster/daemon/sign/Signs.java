package dev.foster.daemon.sign;

import dev.foster.control.GaugeView;
import dev.foster.daemon.config.SignSpec;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.daemon.log.LogStore;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What processes tell in their output, as the project's file says. Processes it does not watch pay
 * nothing for it.
 */
public final class Signs {
    private final Map<String, ProcessSigns> watched = new ConcurrentHashMap<>();
    private final LogStore logs;
    private final Journal journal;
    private final Consumer<String> changed;

    /**
     * @param changed is told at once which process looks different
     */
    public Signs(LogStore logs, Journal journal, Consumer<String> changed) {
        this.logs = logs;
        this.journal = journal;
        this.changed = changed;
    }

    /** Watches these from now on. What is watched as before keeps what it knows. */
    public synchronized void watch(Map<String, SignSpec> wanted) {
        for (String name : List.copyOf(watched.keySet())) {
            if (!wanted.containsKey(name)) {
                watched.remove(name);
                logs.watch(name, Optional.empty());
            }
        }
        wanted.forEach(
                (name, spec) -> {
                    ProcessSigns before = watched.get(name);
                    if (before == null || !before.spec().equals(spec)) {
                        var signs = new ProcessSigns(spec, new Told(name));
                        watched.put(name, signs);
                        logs.watch(name, Optional.of(signs));
                    }
                });
    }

    /** A process is started: what it said before is over. */
    public void started(String name) {
        Optional.ofNullable(watched.get(name)).ifPresent(ProcessSigns::started);
    }

    /** The processes it watches. */
    public Set<String> names() {
        return watched.keySet();
    }

    public Optional<GaugeView> gauge(String name) {
        return Optional.ofNullable(watched.get(name)).flatMap(ProcessSigns::gauge);
    }

    /** The line that raised an alarm, until one ends it. */
    public Optional<String> alert(String name) {
        return Optional.ofNullable(watched.get(name)).flatMap(ProcessSigns::alert);
    }

    private final class Told implements ProcessSigns.Listener {
        private final String name;

        Told(String name) {
            this.name = name;
        }

        @Override
        public void raised(String line) {
            tell(DaemonEvent.ALERT_RAISED, "alert: " + line);
            changed.accept(name);
        }

        @Override
        public void cleared(String line) {
            tell(DaemonEvent.ALERT_CLEARED, "alert over: " + line);
            changed.accept(name);
        }

        @Override
        public void turned() {
            changed.accept(name);
        }

        @Override
        public void gaveUp(String pattern) {
            tell(
                    DaemonEvent.NOTICE,
                    "cannot look for "
                            + pattern
                            + " any longer: it takes too many steps; write it simpler, then foster"
                            + " reload");
        }

        private void tell(DaemonEvent kind, String text) {
            journal.add(JournalEntry.of(kind, text).about(name));
        }
    }
}
