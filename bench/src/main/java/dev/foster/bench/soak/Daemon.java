package dev.foster.bench.soak;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.supervise.Foster;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectPaths;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The packaged program with a project, started with little, and spoken to as people do. */
final class Daemon implements AutoCloseable {
    static final int HEAP_MEGABYTES = 64;
    static final int DESCRIPTORS = 512;

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /** The name of a class with which Java begins what it prints about a fault. */
    private static final Pattern TRACE =
            Pattern.compile(".*[a-z]\\.[A-Z]\\w*(Exception|Error)\\b.*");

    private final Workshop workshop;
    private final Foster foster;
    private final Project project;
    private final Map<String, String> environment;
    private final Path elsewhere;
    private final Process process;

    private Daemon(Workshop workshop, Foster foster, Project project)
            throws TrialFailed, IOException {
        this.workshop = workshop;
        this.foster = foster;
        this.project = project;
        environment = Foster.environment(project.folder());
        // Who looks is no part of what is looked at.
        elsewhere = workshop.place();
        var little = new HashMap<>(environment);
        little.put("JDK_JAVA_OPTIONS", "-Xmx" + HEAP_MEGABYTES + "m");
        var command =
                new ArrayList<>(
                        List.of("sh", "-c", "ulimit -n " + DESCRIPTORS + " && exec \"$@\"", "sh"));
        command.addAll(
                foster.verb(
                        project.folder(),
                        "up",
                        "--quiet",
                        "--port",
                        Integer.toString(project.api())));
        process = workshop.launch(command, little, project.folder(), output());
    }

    /** Starts it, and waits until all runs that can run. */
    static Daemon start(Workshop workshop, Foster foster, Project project) throws TrialFailed {
        try {
            var daemon = new Daemon(workshop, foster, project);
            if (!Pause.until(START, daemon::isUp)) {
                String said = daemon.lastWords();
                daemon.close();
                throw new TrialFailed("not all came up within " + START.toSeconds() + " s" + said);
            }
            return daemon;
        } catch (IOException failure) {
            throw new TrialFailed("it cannot be started: " + failure);
        }
    }

    private Path output() {
        return project.folder().resolve("output");
    }

    private boolean isUp() {
        try {
            return !process.isAlive() || idle(ps()).isEmpty();
        } catch (TrialFailed notYet) {
            return false;
        }
    }

    /** Those of the quiet ones that do not run, as it tells itself. */
    static List<String> idle(List<ProcessView> told) {
        return Project.single().stream()
                .filter(
                        name ->
                                told.stream()
                                        .noneMatch(
                                                view -> view.name().equals(name) && view.ready()))
                .toList();
    }

    /** It became the daemon by {@code exec}, all the way. */
    long pid() {
        return process.pid();
    }

    boolean lives() {
        return process.isAlive();
    }

    Project project() {
        return project;
    }

    ProjectPaths paths() {
        return ProjectPaths.of(project.folder(), environment);
    }

    Figures figures() {
        return Figures.of(ProcessFigures.of(pid()));
    }

    /** All its processes, and itself. */
    List<ProcessHandle> all() {
        return workshop.marked(project.folder()).all();
    }

    List<ProcessView> ps() throws TrialFailed {
        String said = call("ps", "--json");
        try {
            // Problems are said on standard error, on lines of their own.
            String json = said.lines().filter(line -> line.startsWith("[")).findFirst().orElse("");
            return Members.of(Map.of("all", JsonText.parse(json)))
                    .list("all", ProcessView::fromJson);
        } catch (RuntimeException noJson) {
            throw new TrialFailed("foster ps --json said " + shortened(said));
        }
    }

    /** The same, asked again and again as a person would, until there is an answer. */
    List<ProcessView> ps(Duration limit) throws TrialFailed {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            try {
                return ps();
            } catch (TrialFailed refused) {
                if (System.nanoTime() - end > 0 || !lives()) {
                    throw refused;
                }
                Pause.of(AGAIN);
            }
        }
    }

    /** What a verb said; that it failed is a failure here. */
    String call(String... words) throws TrialFailed {
        try {
            return workshop.call(foster.verb(project.folder(), words), environment, elsewhere);
        } catch (TrialFailed failure) {
            throw new TrialFailed(
                    failure.why() + ": " + shortened(said(elsewhere.resolve("said"))));
        }
    }

    /** Brings it down; returns how long that took. */
    Duration down() throws TrialFailed {
        long begun = System.nanoTime();
        call("down");
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** How many processes stay once it is down, or has ended as it should not. */
    int left() throws TrialFailed {
        Pause.until(FAREWELL, () -> all().isEmpty());
        return all().size();
    }

    /** The lines of its own output that tell of a fault in the words of Java, and how often. */
    Map<String, Long> traces() {
        return said(output())
                .lines()
                .filter(line -> TRACE.matcher(line).matches())
                .collect(Collectors.groupingBy(String::strip, TreeMap::new, Collectors.counting()));
    }

    String lastWords() {
        return "; it said: " + shortened(said(output()));
    }

    private static String said(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static String shortened(String said) {
        int most = 300;
        return said.length() <= most ? said : "…" + said.substring(said.length() - most);
    }

    @Override
    public void close() {
        workshop.clear(project.folder());
    }
}
