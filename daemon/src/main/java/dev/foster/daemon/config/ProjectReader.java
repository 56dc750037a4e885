package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the files of a project.
 *
 * <p>There is one reader for all of them: a foreign file is first translated into the tree a
 * foster.yaml would have, each value keeping the place it came from.
 */
public final class ProjectReader {
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
     * @throws ConfigurationProblem with everything that is wrong
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
                        faults,
                        new Notices());
        return new ProjectReader(files, context, variables, read).project();
    }

    /**
     * Where the plugins are; says nothing about whether they, or the rest, make sense.
     *
     * @throws ConfigurationProblem when a file cannot be read at all
     */
    public static PluginPlaces plugins(ProjectFiles files, Map<String, String> environment) {
        Path directory = files.directory().toAbsolutePath().normalize();
        if (files.kind() != ProjectFiles.Kind.FOSTER) {
            return PluginPlaces.usual(directory);
        }
        var context = new Context(directory, environment, Map.of(), new Faults(), new Notices());
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
                        Mapping config = merged(Expansion.none(context.faults()));
                        yield new RoseyConfig(context).translated(config);
                    }
                };
        return new StackReader(context).read(top, read);
    }

    private Mapping processCompose() {
        // Only the file itself can say how it is to be read.
        Mapping asItStands = merged(Expansion.none(context.faults()));
        return ProcessCompose.expands(asItStands, context.scalars())
                ? new ProcessComposeVariables(variables, context.faults()).in(asItStands)
                : asItStands;
    }

    private Mapping merged(Expansion expansion) {
        return files.files().stream()
                .map(file -> tree(file, expansion))
                .reduce(Overlay::merge)
                .orElseThrow();
    }

    private Mapping tree(Path file, Expansion expansion) {
        String text = FileText.read(file, context.faults());
        return YamlTree.read(file, text, expansion, context.faults());
    }
}
