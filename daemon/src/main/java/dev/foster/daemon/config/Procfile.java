package dev.foster.daemon.config;

import dev.foster.document.Faults;
import dev.foster.document.Place;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list of processes, one a line: a name, a colon, a command for the shell. Each gets a PORT as
 * foreman gives it: 5000 for the first, 100 more for each that follows, or from where PORT says.
 */
final class Procfile {
    private static final Pattern LINE = Pattern.compile("([^\\s:]+)\\s*:\\s*(\\S.*)");
    private static final int FIRST_PORT = 5000;
    private static final int STEP = 100;

    private final Path file;
    private final Faults faults;
    private final Optional<Integer> base;
    private final Map<String, Entry> processes = new LinkedHashMap<>();

    private Procfile(Path file, Optional<Integer> base, Faults faults) {
        this.file = file;
        this.base = base;
        this.faults = faults;
    }

    /** The tree a foster.yaml with these processes would have. */
    static Mapping translated(Path file, Map<String, String> variables, Faults faults) {
        return translated(file, ProjectReader.text(file, faults), variables, faults);
    }

    static Mapping translated(
            Path file, String text, Map<String, String> variables, Faults faults) {
        String port = variables.getOrDefault("PORT", String.valueOf(FIRST_PORT)).strip();
        // A PORT that is no number is somebody's own affair, and inherited as it is.
        Optional<Integer> base =
                port.matches("\\d{1,5}") ? Optional.of(Integer.parseInt(port)) : Optional.empty();
        var procfile = new Procfile(file, base, faults);
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            procfile.line(line, number);
        }
        if (procfile.processes.isEmpty()) {
            faults.add(
                    Place.whole(file),
                    "cannot read " + file + ": it names no process; add a line like web: ./server");
        }
        var top = new Place(file, 1, 1);
        var processes = new Mapping(top, procfile.processes);
        return new Mapping(top, Map.of("processes", new Entry(top, processes)));
    }

    private void line(String line, int number) {
        String stripped = line.strip();
        if (stripped.isEmpty() || stripped.startsWith("#")) {
            return;
        }
        int indent = line.indexOf(stripped);
        var place = new Place(file, number, indent + 1);
        Matcher matcher = LINE.matcher(stripped);
        if (!matcher.matches()) {
            faults.add(
                    place,
                    "cannot read "
                            + Words.quote(stripped)
                            + ": it is not a name, a colon and a command; write it like web:"
                            + " ./server");
            return;
        }
        String name = matcher.group(1);
        Entry before = processes.get(name);
        if (before != null) {
            faults.add(
                    place,
                    "cannot use the name "
                            + Words.quote(name)
                            + " twice: it already stands in line "
                            + before.key().line()
                            + "; rename one");
            return;
        }
        var at = new Place(file, number, indent + matcher.start(2) + 1);
        processes.put(name, new Entry(place, process(at, matcher.group(2))));
    }

    private Mapping process(Place at, String command) {
        var fields = new LinkedHashMap<String, Entry>();
        fields.put("command", new Entry(at, Scalar.text(at, command)));
        base.ifPresent(
                first -> {
                    String port = String.valueOf(first + STEP * processes.size());
                    var variable = new Entry(at, Scalar.text(at, port));
                    var environment = new Mapping(at, Map.of("PORT", variable));
                    fields.put("environment", new Entry(at, environment));
                });
        return new Mapping(at, fields);
    }
}
