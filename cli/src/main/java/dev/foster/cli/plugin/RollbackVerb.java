package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.plugin.bundle.BundleProblem;
import dev.foster.plugin.bundle.PluginStore;
import dev.foster.plugin.manifest.PluginManifest;

import java.util.List;

/** {@code foster plugin rollback}. */
final class RollbackVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plugin rollback", "roll back a plugin")
                    .words("NAME")
                    .about(
                            """
                            Puts the version of a plugin back that was in use before the last installation; the one in use
                            now is kept in its place, so a second rollback undoes the first.
                            """)
                    .inProject()
                    .example("foster plugin rollback dice-roller && foster reload");

    RollbackVerb(Invocation invocation) {
        super(invocation, OPTIONS, "go back to the version before the last installation");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        String id = arguments.word();
        PluginProject project = PluginProject.of(invocation, arguments, OPTIONS.verb());
        try {
            PluginManifest manifest = PluginStore.open(project.directory()).rollback(id);
            invocation
                    .out()
                    .println(
                            InstallVerb.versioned(manifest)
                                    + " is back in "
                                    + project.shown(manifest.folder())
                                    + "; "
                                    + project.advice(id, manifest.folder()));
            return ExitCodes.OK;
        } catch (BundleProblem problem) {
            throw InstallVerb.failed(problem);
        }
    }
}
