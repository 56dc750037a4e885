package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;

import java.util.List;
import java.util.Optional;

/** {@code foster plugin enable} and {@code foster plugin disable}. */
final class SwitchVerb extends DeclaredVerb {
    private static final Options ENABLE =
            Options.of("plugin enable", "enable a plugin")
                    .words("NAME")
                    .about(
                            """
                            Lets a plugin be started with the project from now on, whatever its manifest and foster.yaml say,
                            and starts it if foster runs. The choice is kept beside the project's journal, in no file of the
                            project.

                            Exit code: 1 when it does not come up.
                            """)
                    .inProject()
                    .example("foster plugin enable dice-roller");

    private static final Options DISABLE =
            Options.of("plugin disable", "disable a plugin")
                    .words("NAME")
                    .about(
                            """
                            Keeps a plugin from being started with the project, until it is enabled again, and stops it if
                            foster runs. foster start NAME starts it all the same.
                            """)
                    .inProject()
                    .example("foster plugin disable dice-roller");

    private final Options options;
    private final boolean enabled;

    private SwitchVerb(Invocation invocation, Options options, String summary, boolean enabled) {
        super(invocation, options, summary);
        this.options = options;
        this.enabled = enabled;
    }

    static SwitchVerb enable(Invocation invocation) {
        return new SwitchVerb(invocation, ENABLE, "start a plugin, now and with the project", true);
    }

    static SwitchVerb disable(Invocation invocation) {
        return new SwitchVerb(invocation, DISABLE, "stop a plugin, and start it no more", false);
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = options.parse(words);
        String id = arguments.word();
        PluginProject project = PluginProject.of(invocation, arguments, options.verb());
        var manifest = project.plugin(id, enabled ? "enable" : "disable");
        project.choices().choose(id, enabled);
        String done = id + " is " + (enabled ? "enabled" : "disabled");
        if (project.process(id).isEmpty()) {
            String advice = enabled ? "; " + project.advice(id, manifest.folder()) : "";
            invocation.out().println(done + advice);
            return ExitCodes.OK;
        }
        return enabled ? start(project, id, done) : stop(project, id, done);
    }

    private int start(PluginProject project, String id, String done) {
        project.client().start(List.of(id), true);
        Optional<ProcessView> view = Settled.up(project.client(), id);
        if (view.isPresent() && view.get().state() == ProcessState.RUNNING) {
            invocation.out().println(done + " and runs");
            return ExitCodes.OK;
        }
        invocation
                .err()
                .println(
                        "cannot start "
                                + id
                                + ": "
                                + view.flatMap(ProcessView::reason).orElse("foster ended")
                                + "; it is enabled, see foster why "
                                + id);
        return ExitCodes.FAILURE;
    }

    private int stop(PluginProject project, String id, String done) {
        project.client().stop(List.of(id), false);
        var _ = Settled.down(project.client(), id);
        invocation.out().println(done + " and stopped");
        return ExitCodes.OK;
    }
}
