package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.UsageProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code foster plugin new}. */
final class NewVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plugin new", "begin a plugin")
                    .words("ID")
                    .about(
                            """
                            Writes a small plugin that works, with its manifest and a README, into a folder of its own in the
                            project's folder of plugins. A folder that is there already is not touched.
                            """)
                    .value(
                            "--lang",
                            "python|java|go|node",
                            "what it is written in (default: python)")
                    .value(
                            "--protocol",
                            "grpc|nats",
                            "grpc: it serves calls; nats: it answers messages on the bus, in\n"
                                    + "python or java (default: grpc)")
                    .value(
                            "--into",
                            "DIR",
                            "the folder to put it in (default: that of the project)")
                    .inProject()
                    .example(
                            "foster plugin new dice-roller && foster plugin check"
                                    + " plugins/dice-roller")
                    .example("foster plugin new greeter --protocol nats");

    NewVerb(Invocation invocation) {
        super(invocation, OPTIONS, "write a small plugin to begin with");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        String id = arguments.word();
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
            throw OPTIONS.problem(
                    "\""
                            + id
                            + "\" is no id: letters, digits, _ . and -, beginning with a letter or"
                            + " digit");
        }
        PluginProject project = PluginProject.of(invocation, arguments, OPTIONS.verb());
        Path folder =
                arguments
                        .value("--into")
                        .map(
                                into ->
                                        invocation
                                                .directory()
                                                .resolve(into)
                                                .toAbsolutePath()
                                                .normalize())
                        .orElse(project.directory())
                        .resolve(id);
        Template template = template(arguments, id);
        if (Files.exists(folder)) {
            throw new UsageProblem(
                    "cannot write " + folder + ": it is there already; choose another id");
        }
        try {
            template.write(folder, id);
        } catch (IOException failure) {
            throw new UsageProblem(
                    "cannot write " + folder + ": " + failure.getMessage() + "; check the folder");
        }
        String shown = project.shown(folder);
        String advice = project.uses(id, folder) ? "" : ", then " + project.advice(id, folder);
        String build =
                template.build().isEmpty()
                        ? ""
                        : "(cd " + shown + " && " + template.build(id) + ") && ";
        invocation
                .out()
                .println("wrote " + shown + "; " + build + "foster plugin check " + shown + advice);
        return ExitCodes.OK;
    }

    private static Template template(Arguments arguments, String id) {
        String language = arguments.value("--lang").orElse("python");
        if (!arguments.value("--protocol").orElse("grpc").equals("nats")) {
            return Template.of(language);
        }
        if (id.indexOf('.') >= 0) {
            throw OPTIONS.problem(
                    "\""
                            + id
                            + "\" becomes part of subjects, where a dot separates words; write it"
                            + " like "
                            + id.replace('.', '-'));
        }
        return Template.ofMessages(language)
                .orElseThrow(
                        () ->
                                new UsageProblem(
                                        "cannot begin a plugin in "
                                                + language
                                                + " that talks NATS: Foster runs those in Python"
                                                + " and Java; add --lang python or --lang java, or"
                                                + " leave out --protocol nats"));
    }
}
