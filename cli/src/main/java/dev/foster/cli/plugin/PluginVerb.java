package dev.foster.cli.plugin;

import dev.foster.cli.Invocation;
import dev.foster.cli.Verb;
import dev.foster.cli.WordedVerb;

import java.util.List;
import java.util.Optional;

/** {@code foster plugin}, whose second word says what is done. */
public final class PluginVerb extends WordedVerb {
    private static final String ABOUT =
            """
            A plugin is a folder with a manifest, plugin.yaml. Its program speaks gRPC with whoever hosts it,
            or sends messages over the bus by NATS. The plugins of a project stand below plugins in its
            foster.yaml, or lie in the folder that plugins_dir names there. Foster starts, watches and restarts
            them like processes.
            """;

    public PluginVerb(Invocation invocation) {
        super(
                invocation,
                "plugin",
                "plugins",
                ABOUT,
                List.of(
                        "list",
                        "check",
                        "new",
                        "install",
                        "rollback",
                        "remove",
                        "enable",
                        "disable"));
    }

    @Override
    public String summary() {
        return "list, check, install, enable and begin plugins";
    }

    @Override
    public boolean takesProcesses() {
        return true;
    }

    @Override
    protected Optional<Verb> named(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "list" -> new ListVerb(invocation);
                    case "check" -> new CheckVerb(invocation);
                    case "new" -> new NewVerb(invocation);
                    case "install" -> new InstallVerb(invocation);
                    case "rollback" -> new RollbackVerb(invocation);
                    case "remove" -> new RemoveVerb(invocation);
                    case "enable" -> SwitchVerb.enable(invocation);
                    case "disable" -> SwitchVerb.disable(invocation);
                    default -> null;
                });
    }
}
