package dev.foster.cli.project;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.UsageProblem;
import dev.foster.daemon.config.Starter;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** {@code foster init}. */
public final class InitVerb extends DeclaredVerb {
    private static final String FILE = "foster.yaml";

    private static final Options OPTIONS =
            Options.of("init", "begin a project")
                    .about(
                            """
                            Writes a first foster.yaml, with comments, from what it finds in the folder: a Procfile, a
                            package.json, a compose file and the like. An existing file is not touched.
                            """)
                    .flag("--print", "print it instead of writing it")
                    .inProject()
                    .example("foster init && foster up");

    public InitVerb(Invocation invocation) {
        super(invocation, OPTIONS, "write a first foster.yaml from what is there");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        Path folder =
                invocation.directory().resolve(arguments.value("-C").orElse("")).toAbsolutePath();
        if (!Files.isDirectory(folder)) {
            throw new UsageProblem(
                    "cannot begin a project in "
                            + folder
                            + ": it is not a folder; create it first");
        }
        String text = Starter.text(folder);
        if (arguments.has("--print")) {
            invocation.out().print(text);
            return ExitCodes.OK;
        }
        Path file = folder.resolve(FILE);
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException exists) {
            throw new UsageProblem(
                    "cannot write "
                            + file
                            + ": it is there already; remove it first, or use --print");
        } catch (IOException failure) {
            throw new UsageProblem(
                    "cannot write " + file + ": " + failure.getMessage() + "; check the folder");
        }
        invocation.err().println("foster: wrote " + file + "; check it, then foster up");
        return ExitCodes.OK;
    }
}
