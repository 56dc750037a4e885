package dev.foster.cli.completion;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.Verb;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProcessView;

import java.util.List;
import java.util.function.Supplier;

/** {@code foster completion}. */
public final class CompletionVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("completion", "print a completion")
                    .words("bash|zsh|fish|names")
                    .about(
                            """
                            Prints a script that makes a shell complete verbs, options and names of processes.

                              bash: add to ~/.bashrc:  eval "$(foster completion bash)"
                              zsh: add to ~/.zshrc:  source <(foster completion zsh)
                              fish: foster completion fish >~/.config/fish/completions/foster.fish

                            The word names prints the names of the project's processes, which is what the scripts ask for.
                            """)
                    .inProject()
                    .example("foster completion bash");

    private final Supplier<List<Verb>> verbs;

    /**
     * A completion of these verbs.
     *
     * @param verbs all of them, asked only when a script is wanted
     */
    public CompletionVerb(Invocation invocation, Supplier<List<Verb>> verbs) {
        super(invocation, OPTIONS, "print a script that completes command lines");
        this.verbs = verbs;
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        String shell = arguments.word();
        switch (shell) {
            case "names" -> printNames(arguments);
            case "bash" -> invocation.out().print(BashScript.of(completables()));
            case "zsh" -> invocation.out().print(ZshScript.of(completables()));
            case "fish" -> invocation.out().print(FishScript.of(completables()));
            default ->
                    throw OPTIONS.problem(
                            "\"" + shell + "\" is no shell known here, only bash, zsh and fish");
        }
        return ExitCodes.OK;
    }

    private List<Completable> completables() {
        return verbs.get().stream().map(Completable::of).toList();
    }

    /** A person in the middle of typing wants no error: without a daemon there are no names. */
    private void printNames(Arguments arguments) {
        try {
            ChosenProject.client(invocation, arguments, name()).processes().stream()
                    .map(ProcessView::name)
                    .forEach(invocation.out()::println);
        } catch (ControlProblem nobodyThere) {
            return;
        }
    }
}
