package dev.foster.cli.project;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.daemon.config.ProjectReader;
import dev.foster.document.DocumentProblem;
import dev.foster.document.Fault;
import dev.foster.document.Notice;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code foster validate}. */
public final class ValidateVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("validate", "check the project's file")
                    .words("[FILE...]")
                    .about(
                            """
                            Reads the project's file, or those named, and says what is wrong with it, with file, line and
                            column. Nothing is started. Ends with code 2 when something is wrong.
                            """)
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster validate")
                    .example("foster validate process-compose.yaml");

    public ValidateVerb(Invocation invocation) {
        super(invocation, OPTIONS, "check the project's file");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        boolean json = arguments.has("--json");
        try {
            Project project = read(arguments);
            if (json) {
                invocation.out().println(JsonText.write(described(project)));
            } else {
                project.notices().forEach(notice -> invocation.err().println(notice));
                invocation
                        .out()
                        .println(
                                project.name()
                                        + " is valid: "
                                        + project.stack().processes().size()
                                        + " processes, "
                                        + project.stack().groups().size()
                                        + " groups"
                                        + (project.mcp().isEmpty()
                                                ? ""
                                                : ", " + project.mcp().size() + " MCP servers"));
            }
            return ExitCodes.OK;
        } catch (DocumentProblem problem) {
            if (json) {
                invocation.out().println(JsonText.write(described(problem)));
                return ExitCodes.USAGE;
            }
            throw problem;
        }
    }

    private Project read(Arguments arguments) {
        List<Path> explicit =
                arguments.words().stream()
                        .map(word -> invocation.directory().resolve(word))
                        .toList();
        Path directory =
                explicit.isEmpty() || arguments.has("-C")
                        ? dev.foster.cli.ChosenProject.paths(invocation, arguments).directory()
                        : invocation.directory().toAbsolutePath();
        return ProjectReader.read(ProjectFiles.of(directory, explicit), invocation.environment());
    }

    private static Map<String, Object> described(Project project) {
        return Members.none()
                .put("valid", true)
                .put("name", project.name())
                .put(
                        "processes",
                        project.stack().processes().stream().map(spec -> spec.name()).toList())
                .put("mcp", List.copyOf(project.mcp().keySet()))
                .put("notices", project.notices().stream().map(Notice::toString).toList())
                .object();
    }

    private static Map<String, Object> described(DocumentProblem problem) {
        return Members.none()
                .put("valid", false)
                .put("faults", problem.faults(), ValidateVerb::described)
                .object();
    }

    private static Map<String, Object> described(Fault fault) {
        return Members.none()
                .put("file", fault.file().toString())
                .put("line", fault.line())
                .put("column", fault.column())
                .put("message", fault.message())
                .object();
    }
}
