package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.plugin.bundle.BundleProblem;
import dev.foster.plugin.bundle.PluginStore;
import dev.foster.plugin.manifest.PluginManifest;

import java.nio.file.Path;
import java.util.List;

/** {@code foster plugin install}. */
final class InstallVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plugin install", "install a plugin")
                    .words("BUNDLE")
                    .about(
                            """
                            Unpacks a bundle, a .tar.gz or .zip with a plugin in it, into the project's folder of plugins:
                            the one plugins_dir names, else plugins. A version that was there before is kept for
                            foster plugin rollback. It is there as a whole or not at all. One that runs goes on until
                            foster reload.
                            """)
                    .inProject()
                    .example("foster plugin install dice-roller-1.2.0.tar.gz && foster reload");

    InstallVerb(Invocation invocation) {
        super(invocation, OPTIONS, "put a plugin from a bundle into the project");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        Path bundle = invocation.directory().resolve(arguments.word()).toAbsolutePath().normalize();
        PluginProject project = PluginProject.of(invocation, arguments, OPTIONS.verb());
        PluginStore.Installed installed;
        try {
            installed = PluginStore.open(project.directory()).install(bundle);
        } catch (BundleProblem problem) {
            throw failed(problem);
        }
        PluginManifest manifest = installed.manifest();
        String before =
                installed.replaced().map(old -> " in place of " + versioned(old)).orElse("");
        invocation
                .out()
                .println(
                        versioned(manifest)
                                + " is installed in "
                                + project.shown(manifest.folder())
                                + before
                                + "; "
                                + project.advice(manifest.id(), manifest.folder()));
        return ExitCodes.OK;
    }

    /** Such as {@code kv 1.2.0}. */
    static String versioned(PluginManifest manifest) {
        return manifest.version().isEmpty()
                ? manifest.id()
                : manifest.id() + " " + manifest.version();
    }

    static ControlProblem failed(BundleProblem problem) {
        return new ControlProblem(ProblemCode.CONFLICT, String.valueOf(problem.getMessage()));
    }
}
