package dev.foster.cli.plugin;

import dev.foster.cli.Caller;
import dev.foster.cli.UsageProblem;
import dev.foster.cli.Verb;
import dev.foster.control.Nearest;

import java.util.List;
import java.util.Optional;

/** {@code foster plugin}, whose second word says what is done. */
public final class PluginVerb implements Verb {
    private static final String NAME = "plugin";
    private static final List<String> WORDS =
            List.of("list", "check", "new", "install", "rollback", "remove", "enable", "disable");

    private final Caller caller;

    public PluginVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "list, check, install, enable and begin plugins";
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    @Override
    public boolean takesProcesses() {
        return true;
    }

    private Optional<Verb> named(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "list" -> new ListVerb(caller);
                    case "check" -> new CheckVerb(caller);
                    case "new" -> new NewVerb(caller);
                    case "install" -> new InstallVerb(caller);
                    case "rollback" -> new RollbackVerb(caller);
                    case "remove" -> new RemoveVerb(caller);
                    case "enable" -> SwitchVerb.enable(caller);
                    case "disable" -> SwitchVerb.disable(caller);
                    default -> null;
                });
    }

    @Override
    public String help() {
        var text =
                new StringBuilder(
                        """
                        usage: foster plugin WORD [OPTION...]

                        A plugin is a folder with a manifest, plugin.yaml. Its program speaks gRPC with whoever hosts it,
                        or sends messages over the bus by NATS. The plugins of a project stand below plugins in its
                        foster.yaml, or lie in the folder that plugins_dir names there. Foster starts, watches and restarts
                        them like processes.

                        """);
        for (String word : WORDS) {
            text.append(String.format("  %-10s %s%n", word, named(word).orElseThrow().summary()));
        }
        for (String word : WORDS) {
            text.append('\n').append(named(word).orElseThrow().help());
        }
        return text.toString();
    }

    /** The help of a second word is its own. */
    @Override
    public boolean asksForHelp(List<String> arguments) {
        return Verb.super.asksForHelp(arguments)
                && (arguments.isEmpty() || named(arguments.getFirst()).isEmpty());
    }

    @Override
    public int run(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw new UsageProblem(
                    "cannot do anything with plugins: WORD is missing; see foster plugin --help");
        }
        String word = arguments.getFirst();
        Verb verb = named(word).orElseThrow(() -> unknown(word));
        List<String> rest = arguments.subList(1, arguments.size());
        if (verb.asksForHelp(rest)) {
            caller.out().print(verb.help());
            return 0;
        }
        return verb.run(rest);
    }

    private static UsageProblem unknown(String word) {
        return new UsageProblem(
                "cannot understand \"plugin "
                        + word
                        + "\": there is no such word; "
                        + Nearest.of(word, WORDS)
                                .map(near -> "did you mean " + near + "? Else ")
                                .orElse("")
                        + "see foster plugin --help");
    }
}
