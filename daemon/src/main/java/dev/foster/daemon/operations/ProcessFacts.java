package dev.foster.daemon.operations;

import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.FactsView.RunView;
import dev.foster.daemon.config.LogSpec;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.plugins.PluginFacts;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Environment;
import dev.foster.process.Stdin;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.spec.ProcessSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** What is settled about a process, in words, and how its runs went. */
final class ProcessFacts {
    private static final int EVENTS = 5000;
    private static final int RUNS = 20;

    /** Keys of the file that are told elsewhere, or under another word. */
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "command",
                    "working_dir",
                    "environment",
                    "env_file",
                    "inherit",
                    "depends_on",
                    "enabled",
                    "description");

    private final Journal journal;
    private final LogStore logs;

    ProcessFacts(Journal journal, LogStore logs) {
        this.journal = journal;
        this.logs = logs;
    }

    FactsView of(ProcessStatus state, Project project) {
        ProcessSpec spec = state.spec();
        ChildSpec child = spec.child();
        return new FactsView(
                spec.name(),
                child.command(),
                child.directory().orElse(project.directory()).toString(),
                // Names only: values are often secret.
                List.copyOf(new TreeSet<>(child.environment().set().keySet())),
                settings(spec, project),
                runs(journal.read(OptionalLong.empty(), EVENTS, Optional.of(spec.name()))));
    }

    private Map<String, String> settings(ProcessSpec spec, Project project) {
        var settings = new LinkedHashMap<String, String>();
        if (project.plugins().containsKey(spec.name())) {
            settings.put("plugin", PluginFacts.words(project, spec.name()));
        }
        if (!spec.enabled()) {
            settings.put("enabled", "no: it starts when somebody asks for it");
        }
        settings.put("ready", SettingWords.ready(spec.readiness()));
        settings.put("liveness", spec.liveness().map(SettingWords::liveness).orElse("not watched"));
        settings.put("restart", SettingWords.restart(spec.restart()));
        settings.put("stop", SettingWords.stop(spec.child().stopPlan(), stdin(spec)));
        Confinement bounds = spec.child().confinement();
        if (!bounds.limits().isNone()) {
            settings.put("limits", BoundWords.limits(bounds.limits(), spec.limitRule()));
        }
        if (!bounds.isolation().isNone()) {
            settings.put("isolation", BoundWords.isolation(bounds.isolation()));
        }
        settings.put("stdin", stdin(spec) ? "a pipe, which foster send writes to" : "empty");
        settings.put("inherits", inherits(spec.child().environment()));
        LogSpec log = project.log(spec.name());
        settings.put("log", SettingWords.log(logs.file(spec.name()), log));
        project.told(spec)
                .forEach(
                        (key, text) -> {
                            if (!ELSEWHERE.contains(key)) {
                                settings.putIfAbsent(key, text);
                            }
                        });
        return settings;
    }

    private static boolean stdin(ProcessSpec spec) {
        return spec.child().stdin() == Stdin.PIPE;
    }

    private static String inherits(Environment environment) {
        String all = "all variables of foster itself";
        String some =
                environment
                        .inherited()
                        .map(
                                names ->
                                        names.isEmpty()
                                                ? "no variables"
                                                : String.join(", ", new TreeSet<>(names)))
                        .orElse(all);
        return environment.removed().isEmpty()
                ? some
                : some + ", without " + String.join(", ", new TreeSet<>(environment.removed()));
    }

    /** The runs that events tell of, the last ones, the oldest first. */
    static List<RunView> runs(List<EventView> events) {
        // The numbers begin anew with each daemon: only the last of a number is under way.
        var open = new LinkedHashMap<Long, Integer>();
        var runs = new ArrayList<RunView>();
        for (EventView event : events) {
            if (event.run().isEmpty()) {
                continue;
            }
            long run = event.run().get();
            if (event.kind().equals(ProcessEventKind.STARTED.word())) {
                open.put(run, runs.size());
                runs.add(new RunView(run, event.at(), Optional.empty(), Optional.empty()));
            } else if (event.kind().equals(ProcessEventKind.EXITED.word())) {
                Optional.ofNullable(open.remove(run))
                        .ifPresent(place -> runs.set(place, ended(runs.get(place), event)));
            }
        }
        return List.copyOf(runs.subList(Math.max(0, runs.size() - RUNS), runs.size()));
    }

    private static RunView ended(RunView run, EventView exit) {
        String how = String.valueOf(exit.details().getOrDefault("how", exit.text()));
        return new RunView(run.run(), run.startedAt(), Optional.of(exit.at()), Optional.of(how));
    }
}
