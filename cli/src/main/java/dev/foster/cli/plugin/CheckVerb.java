package dev.foster.cli.plugin;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.process.EngineOptions;
import dev.foster.process.ProcessEngine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code foster plugin check}. */
final class CheckVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("plugin check", "check a plugin")
                    .words("DIR")
                    .about(
                            """
                            Starts the plugin in a folder, alone and without the daemon, and goes with it through all that a
                            host does: its manifest, its environment, its start, its handshake, the version, its health, a
                            ping, its end. One that talks NATS gets a bus of its own: the steps are then its start, when it
                            is ready and what it listens to, its health, whether it hears its commands, whether its
                            permissions cover what it listens to, its end. Says of each step how long it took, and of the
                            one that fails why. What the plugin says is on standard error with --verbose.

                            Exit code: 1 when a step fails; a step marked ! is a warning.
                            """)
                    .value(
                            "--timeout",
                            "DURATION",
                            "how long it has until it answers, and its environment\n"
                                    + "until it is built (default: as its manifest says)")
                    .flag(
                            "--verbose",
                            "print what the plugin writes, and the building of its environment")
                    .flag("--json", "one JSON object, for programs")
                    .example("foster plugin check plugins/dice-roller")
                    .example("foster plugin check --timeout 30s --verbose .");

    CheckVerb(Invocation invocation) {
        super(invocation, OPTIONS, "start a plugin alone and say how each step went");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        Path folder = invocation.directory().resolve(arguments.word()).toAbsolutePath().normalize();
        boolean json = arguments.has("--json");
        boolean verbose = arguments.has("--verbose");
        var steps = new ArrayList<CheckStep>();
        var report =
                new Checkup.Report() {
                    @Override
                    public void step(CheckStep step) {
                        steps.add(step);
                        if (!json) {
                            print(step);
                        }
                    }

                    @Override
                    public void said(String line) {
                        if (verbose) {
                            invocation.err().println("  " + TerminalText.line(line));
                        }
                    }
                };
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults())) {
            new Checkup(engine, invocation.environment(), arguments.duration("--timeout"), report)
                    .of(folder);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
        boolean good = steps.stream().allMatch(CheckStep::good);
        if (json) {
            invocation
                    .out()
                    .println(
                            JsonText.write(
                                    Members.none()
                                            .put("folder", folder.toString())
                                            .put("good", good)
                                            .put("steps", steps, CheckStep::toJson)
                                            .object()));
        }
        return good ? ExitCodes.OK : ExitCodes.FAILURE;
    }

    private void print(CheckStep step) {
        invocation.out().println(step.line());
        if (!step.good()) {
            step.text().lines().skip(1).forEach(line -> invocation.out().println("  " + line));
        }
    }
}
