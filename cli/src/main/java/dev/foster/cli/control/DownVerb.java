package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.Following;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@code foster down}. */
public final class DownVerb extends DeclaredVerb {
    private static final long LAST_SECONDS = 10;
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Options OPTIONS =
            Options.of("down", "bring the project down")
                    .about(
                            """
                            Stops every process of the project, those that depend on others first, and then foster itself, and
                            waits until it is gone.
                            """)
                    .flag("--no-wait", "do not wait until it is done")
                    .inProject()
                    .example("foster down");

    public DownVerb(Invocation invocation) {
        super(invocation, OPTIONS, "stop the project and its daemon");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        if (arguments.has("--no-wait")) {
            client.down();
            return ExitCodes.OK;
        }
        try (Following<ProcessUpdate> following = client.followProcesses()) {
            long daemon = client.project().pid();
            client.down();
            tell(following);
            awaitEnd(client, daemon);
            // It no longer answers; a moment later it is gone as well.
            ProcessHandle.of(daemon)
                    .filter(handle -> !handle.equals(ProcessHandle.current()))
                    .map(ProcessHandle::onExit)
                    .ifPresent(DownVerb::await);
        }
        return ExitCodes.OK;
    }

    /** Says once for each process that it is being stopped, and that it is gone. */
    private void tell(Following<ProcessUpdate> following) {
        Map<String, ProcessState> last = new HashMap<>();
        for (Optional<ProcessUpdate> news = following.next();
                news.isPresent();
                news = following.next()) {
            boolean all = news.get() instanceof ProcessUpdate.Snapshot;
            for (ProcessView view : news.get().processes()) {
                if (last.put(view.name(), view.state()) != view.state() && !all) {
                    invocation
                            .err()
                            .println(TerminalText.line(view.name()) + ": " + view.state().word());
                }
            }
        }
    }

    private static void await(CompletableFuture<ProcessHandle> exit) {
        exit.completeOnTimeout(ProcessHandle.current(), LAST_SECONDS, TimeUnit.SECONDS).join();
    }

    /** The news end a moment before the daemon does, and until then no other can be started. */
    private static void awaitEnd(ControlClient client, long daemon) {
        while (true) {
            try {
                if (client.project().pid() != daemon) {
                    return;
                }
            } catch (ControlProblem problem) {
                if (problem.code() == ProblemCode.NOT_RUNNING) {
                    return;
                }
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
