package dev.foster.daemon.config;

import dev.foster.document.DocumentKind;
import dev.foster.document.DocumentProblem;
import dev.foster.document.DocumentText;
import dev.foster.document.Expander;
import dev.foster.document.Faults;
import dev.foster.document.Scalars;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.YamlTree;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the files of a project.
 *
 * <p>There is one reader for all of them: a foreign file is first translated into the tree a
 * foster.yaml would have, each value keeping the place it came from.
 */
public final class ProjectReader {
    private static final DocumentKind PROJECT =
            new DocumentKind(
                    "project",
                    "a project file",
                    ", or move it to a file of its own",
                    "processes:",
                    "name a process in it, such as processes: {web: {command: ./server}}",
                    16 << 20);

    static final String GATEWAY = "mcp_gateway";
    static final String OLD_GATEWAY = "broker";

    private final ProjectFiles files;
    private final Context context;
    private final Map<String, String> variables;
    private final List<Path> read;

    private ProjectReader(
            ProjectFiles files, Context context, Map<String, String> variables, List<Path> read) {
        this.files = files;
        this.context = context;
        this.variables = variables;
        this.read = read;
    }

    /**
     * Reads and checks all of it.
     *
     * @param environment the variables for {@code ${NAME}} and those that children inherit
     * @throws DocumentProblem with everything that is wrong
     */
    public static Project read(ProjectFiles files, Map<String, String> environment) {
        var faults = new Faults();
        var read = new ArrayList<>(files.files());
        Path dotEnvFile = files.directory().resolve(".env");
        Map<String, String> dotEnv = Map.of();
        // Some keep a virtual environment of Python in a directory of that name.
        if (Files.isRegularFile(dotEnvFile)) {
            dotEnv = DotEnv.read(dotEnvFile, faults);
            read.add(dotEnvFile);
        }
        var variables = new HashMap<>(dotEnv);
        variables.putAll(environment);
        var context =
                new Context(
                        files.directory().toAbsolutePath().normalize(),
                        environment,
                        dotEnv,
                        new Scalars(faults));
        return new ProjectReader(files, context, variables, read).project();
    }

    /**
     * Where the plugins are; says nothing about whether they, or the rest, make sense.
     *
     * @throws DocumentProblem when a file cannot be read at all
     */
    public static PluginPlaces plugins(ProjectFiles files, Map<String, String> environment) {
        Path directory = files.directory().toAbsolutePath().normalize();
        if (files.kind() != ProjectFiles.Kind.FOSTER) {
            return PluginPlaces.usual(directory);
        }
        var context = new Context(directory, environment, Map.of(), new Scalars(new Faults()));
        var reader = new ProjectReader(files, context, environment, List.of());
        Mapping top = reader.merged(Expansion.strict(environment, context.faults()));
        return PluginPlaces.of(top, directory, context.scalars());
    }

    private Project project() {
        Mapping top =
                switch (files.kind()) {
                    case FOSTER -> merged(Expansion.strict(variables, context.faults()));
                    case PROCESS_COMPOSE ->
                            new ProcessCompose(context, variables).translated(processCompose());
                    case PROCFILE ->
                            Procfile.translated(
                                    files.files().getFirst(), variables, context.faults());
                    case ROSEY -> {
                        Mapping config = merged(Expander.NONE);
                        yield new RoseyConfig(context).translated(config);
                    }
                };
        return new StackReader(context).read(top, read);
    }

    private Mapping processCompose() {
        // Only the file itself can say how it is to be read.
        Mapping asItStands = merged(Expander.NONE);
        return ProcessCompose.expands(asItStands, context.scalars())
                ? new ProcessComposeVariables(variables, context.faults()).in(asItStands)
                : asItStands;
    }

    private Mapping merged(Expander expansion) {
        return files.files().stream()
                .map(file -> tree(file, expansion))
                .reduce(this::over)
                .orElseThrow();
    }

    private Mapping over(Mapping below, Mapping above) {
        return switch (files.kind()) {
            case PROCESS_COMPOSE -> ProcessCompose.LAYERS.over(below, above);
            case FOSTER, PROCFILE, ROSEY -> ProjectSection.PROJECT.over(below, above);
        };
    }

    private Mapping tree(Path file, Expander expansion) {
        String text = text(file, context.faults());
        return renamed(YamlTree.read(file, text, PROJECT, expansion, context.faults()));
    }

    /** With keys as they are called now. */
    private Mapping renamed(Mapping top) {
        Entry old = top.entries().get(OLD_GATEWAY);
        if (old == null || files.kind() != ProjectFiles.Kind.FOSTER) {
            return top;
        }
        if (top.has(GATEWAY)) {
            context.faults()
                    .add(
                            old.key(),
                            "cannot use the key \"broker\": it means mcp_gateway, which is there"
                                    + " too; put both together there");
            return top;
        }
        context.notices().add(old.key(), "broker is called mcp_gateway now; rename it");
        var entries = new LinkedHashMap<String, Entry>();
        top.entries()
                .forEach(
                        (key, entry) ->
                                entries.put(key.equals(OLD_GATEWAY) ? GATEWAY : key, entry));
        return new Mapping(top.place(), entries);
    }

    /** The tree of a text, as it stands there. */
    static Mapping tree(Path file, String text, Faults faults) {
        return YamlTree.read(file, text, PROJECT, Expander.NONE, faults);
    }

    /** What stands in a file of a project. */
    static String text(Path file, Faults faults) {
        return DocumentText.read(file, PROJECT.longest(), faults);
    }
}
