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

import java.util.List;

/** {@code foster plugin remove}. */
final class RemoveVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plugin remove", "remove a plugin")
                    .words("NAME")
                    .about(
                            """
                            Stops a plugin if it runs, and deletes its folder in the project's folder of plugins, with the
                            version kept for a rollback. A plugin that lies elsewhere is not touched.
                            """)
                    .inProject()
                    .example("foster plugin remove dice-roller && foster reload");

    RemoveVerb(Invocation invocation) {
        super(invocation, OPTIONS, "stop a plugin and delete its folder");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        String id = arguments.word();
        PluginProject project = PluginProject.of(invocation, arguments, OPTIONS.verb());
        try {
            PluginStore store = PluginStore.open(project.directory());
            if (project.process(id).isPresent()) {
                project.client().stop(List.of(id), false);
                var _ = Settled.down(project.client(), id);
            }
            if (!store.remove(id)) {
                throw new ControlProblem(
                        ProblemCode.UNKNOWN_NAME,
                        "cannot remove "
                                + id
                                + ": there is no plugin of that id in "
                                + project.shown(project.directory())
                                + "; see foster plugin list");
            }
        } catch (BundleProblem problem) {
            throw InstallVerb.failed(problem);
        }
        project.choices().forget(id);
        boolean known = project.process(id).isPresent();
        invocation.out().println(id + " is removed" + (known ? "; foster reload forgets it" : ""));
        return ExitCodes.OK;
    }
}
