package dev.foster.cli.plugin;

import dev.foster.cli.Caller;
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

    public PluginVerb(Caller caller) {
        super(
                caller,
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
}
