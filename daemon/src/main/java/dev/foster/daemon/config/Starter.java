package dev.foster.daemon.config;

import dev.foster.document.DocumentProblem;
import dev.foster.document.Faults;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Words;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a first foster.yaml for a directory, from what lies in it. Nothing is started or changed
 * by this: it is a text for people to read and mend, and it can be read as it is.
 */
public final class Starter {
    private static final String HEAD =
            """
            # What runs in this project, and how. `foster validate` checks this file, `foster up` runs it.
            # All keys: docs/reference/file.md; `foster schema` prints a JSON Schema for your editor.

            processes:
            """;
    private static final String TAIL =
            """

            # What a process can say besides its command:
            #
            #   api:
            #     command: [./api, --port, "8080"]       # a list runs without a shell, a text with one
            #     working_dir: backend
            #     environment: {LOG: debug}              # .env beside this file is read too
            #     depends_on: {database: ready}          # or started, completed, completed_successfully
            #     ready: {tcp: 8080}                     # or log, http, exec, grpc, notify, fd
            #     liveness: {http: "http://127.0.0.1:8080/healthz", period: 10s}
            #     restart: {policy: on-failure, limit: 5 in 60s}
            #     stop: {signal: TERM, grace: 5s}
            #
            # Processes that share a fate:
            #
            # groups:
            #   backend: {strategy: rest_for_one, members: [database, api]}
            """;

    /** A process to propose: where it comes from, its name, and the lines below it. */
    private record Proposal(String source, String name, List<String> lines) {}

    private final Path directory;
    private final List<Proposal> proposals = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private Starter(Path directory) {
        this.directory = directory;
    }

    /** The text of a foster.yaml for this directory. */
    public static String text(Path directory) {
        var starter = new Starter(directory);
        starter.procfile();
        // A Procfile already says how the project is run; guesses would run it twice.
        if (starter.proposals.isEmpty()) {
            starter.node();
            starter.python();
            starter.java();
            starter.propose("go.mod", "go", "[go, run, .]");
            starter.propose("Cargo.toml", "rust", "[cargo, run]");
        }
        starter.compose();
        return starter.written();
    }

    private String written() {
        var out = new StringBuilder(HEAD);
        if (proposals.isEmpty()) {
            proposals.add(
                    new Proposal(
                            "an example to replace",
                            "hello",
                            List.of("command: while true; do echo hello; sleep 5; done")));
        }
        for (Proposal proposal : proposals) {
            out.append("  # ").append(proposal.source()).append('\n');
            out.append("  ").append(proposal.name()).append(":\n");
            proposal.lines().forEach(line -> out.append("    ").append(line).append('\n'));
        }
        if (!remarks.isEmpty()) {
            out.append('\n');
            remarks.forEach(remark -> out.append("  # ").append(remark).append('\n'));
        }
        return out.append(TAIL).toString();
    }

    private void procfile() {
        tree("Procfile")
                .flatMap(it -> it.get("processes"))
                .ifPresent(
                        processes ->
                                ((Mapping) processes)
                                        .entries()
                                        .forEach(
                                                (name, entry) ->
                                                        fromProcfile(
                                                                name, (Mapping) entry.value())));
    }

    private void fromProcfile(String name, Mapping fields) {
        if (!NameRules.valid(name)) {
            return;
        }
        var lines = new ArrayList<String>();
        lines.add("command: " + quoted(text(fields, "command")));
        fields.get("environment")
                .filter(Mapping.class::isInstance)
                .map(it -> text((Mapping) it, "PORT"))
                .ifPresent(port -> lines.add("environment: {PORT: " + quoted(port) + "}"));
        proposals.add(new Proposal("from the Procfile", name, lines));
    }

    private void node() {
        Optional<Mapping> scripts =
                tree("package.json")
                        .flatMap(it -> it.get("scripts"))
                        .filter(Mapping.class::isInstance)
                        .map(Mapping.class::cast);
        String tool = exists("pnpm-lock.yaml") ? "pnpm" : exists("yarn.lock") ? "yarn" : "npm";
        for (String script : List.of("dev", "start")) {
            if (scripts.isPresent() && scripts.get().has(script)) {
                proposals.add(
                        new Proposal(
                                "the script " + script + " of package.json",
                                "node",
                                List.of("command: [" + tool + ", run, " + script + "]")));
                return;
            }
        }
    }

    private void python() {
        if (exists("manage.py")) {
            propose("manage.py", "django", "[python3, manage.py, runserver]");
            return;
        }
        Matcher name =
                Pattern.compile("(?m)^name\\s*=\\s*[\"']([A-Za-z0-9_.-]+)[\"']")
                        .matcher(content("pyproject.toml"));
        if (name.find()) {
            String module = name.group(1).replace('-', '_');
            propose("pyproject.toml", "python", "[python3, -m, " + quoted(module) + "]");
        }
    }

    private void java() {
        if (content("pom.xml").contains("spring-boot")) {
            String maven = exists("mvnw") ? "./mvnw" : "mvn";
            propose("pom.xml", "spring", "[" + maven + ", \"spring-boot:run\"]");
        }
    }

    private void propose(String file, String name, String command) {
        if (exists(file)) {
            proposals.add(
                    new Proposal("guessed from " + file, name, List.of("command: " + command)));
        }
    }

    /** Containers are another program's; what they run may be wanted without them. */
    private void compose() {
        for (String name :
                List.of(
                        "compose.yaml",
                        "compose.yml",
                        "docker-compose.yml",
                        "docker-compose.yaml")) {
            Optional<Mapping> services =
                    tree(name)
                            .flatMap(it -> it.get("services"))
                            .filter(Mapping.class::isInstance)
                            .map(Mapping.class::cast);
            if (services.isPresent()) {
                remarks.add("Services of " + name + ", which run in containers:");
                services.get()
                        .entries()
                        .forEach(
                                (service, entry) -> {
                                    if (entry.value() instanceof Mapping fields) {
                                        remarks.add(remark(service, fields));
                                    }
                                });
                return;
            }
        }
    }

    private static String remark(String service, Mapping fields) {
        String image = text(fields, "image");
        String command =
                fields.get("command")
                        .map(
                                it ->
                                        it instanceof Value.Sequence list
                                                ? list.items().stream()
                                                        .map(
                                                                item ->
                                                                        Scalars.written(item)
                                                                                .orElse("…"))
                                                        .toList()
                                                        .toString()
                                                : text(fields, "command"))
                        .orElse("what its image runs");
        return Words.clip(service)
                + ": {command: "
                + Words.clip(command)
                + "}"
                + (image.isEmpty() ? "" : "   # image " + Words.clip(image));
    }

    private static String text(Mapping fields, String key) {
        return fields.get(key).flatMap(Scalars::written).orElse("");
    }

    /** A text as YAML in single quotes, its dollar signs kept from being expanded. */
    private static String quoted(String text) {
        return "'" + text.replace("$$", "$$$$").replace("${", "$${").replace("'", "''") + "'";
    }

    private boolean exists(String name) {
        return Files.isRegularFile(directory.resolve(name));
    }

    private String content(String name) {
        if (!exists(name)) {
            return "";
        }
        try {
            return ProjectReader.text(directory.resolve(name), new Faults());
        } catch (DocumentProblem unreadable) {
            return "";
        }
    }

    /** The tree of a file; empty where it is missing or broken, which is not our business here. */
    private Optional<Mapping> tree(String name) {
        if (!exists(name)) {
            return Optional.empty();
        }
        var faults = new Faults();
        Path file = directory.resolve(name);
        try {
            return Optional.of(
                    name.equals("Procfile")
                            ? Procfile.translated(file, Map.of(), faults)
                            : ProjectReader.tree(file, content(name), faults));
        } catch (DocumentProblem broken) {
            return Optional.empty();
        }
    }
}
