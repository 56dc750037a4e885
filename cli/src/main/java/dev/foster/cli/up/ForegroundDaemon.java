package dev.foster.cli.up;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.logs.LogPrinter;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.Following;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.McpServerView;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.daemon.Daemon;
import dev.foster.daemon.DaemonOptions;
import dev.foster.daemon.EndRule;
import dev.foster.process.Signal;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The daemon inside this very program, and what its processes say on standard output. */
final class ForegroundDaemon {
    private static final EndRule.End BROKEN_PIPE =
            new EndRule.End(ExitCodes.BROKEN_PIPE, "nobody reads the output");

    private final Invocation invocation;
    private final DaemonOptions options;

    ForegroundDaemon(Invocation invocation, DaemonOptions options) {
        this.invocation = invocation;
        this.options = options;
    }

    int run(Wish wish) {
        EndRule.End end;
        try (Daemon daemon = Daemon.start(options)) {
            // First the handlers, then the children: from here on a signal ends them in order.
            handleSignals(daemon);
            if (Lifeline.isHeld()) {
                Lifeline.watch(invocation.in(), daemon);
            }
            tell(daemon);
            var client = new ControlClient(options.paths(), "foster up");
            Optional<Thread> printing =
                    wish.quiet() ? Optional.empty() : Optional.of(print(daemon, client));
            start(daemon, wish);
            end = daemon.awaitEnd();
            if (!end.why().isEmpty()) {
                invocation.err().println("foster: stopping, " + end.why());
            }
            daemon.stop();
            // However slowly somebody reads: what was said is shown.
            printing.ifPresent(ForegroundDaemon::await);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
            return 1;
        }
        invocation.out().flush();
        return end.code();
    }

    private static void start(Daemon daemon, Wish wish) {
        if (wish.names().isEmpty()) {
            daemon.startAll(wish.endRule(), "foster up");
        } else {
            daemon.start(wish.names(), wish.withDependencies(), wish.endRule(), "foster up");
        }
    }

    private static void handleSignals(Daemon daemon) {
        ReceivedSignals.handle(
                List.of(Signal.INT, Signal.TERM, Signal.HUP),
                signal -> {
                    boolean first = daemon.endNow(new EndRule.End(0, signal + " received"));
                    if (!first) {
                        daemon.hurry();
                    }
                });
        ReceivedSignals.handle(
                List.of(Signal.USR1), signal -> daemon.reopenLogs(signal + " received"));
    }

    private void tell(Daemon daemon) {
        daemon.notices().forEach(notice -> invocation.err().println("foster: " + notice));
        if (daemon.remainsEnded() > 0) {
            invocation
                    .err()
                    .println(
                            "foster: ended "
                                    + daemon.remainsEnded()
                                    + " processes that an earlier foster left");
        }
        daemon.openPort()
                .ifPresent(
                        open ->
                                invocation
                                        .err()
                                        .println(
                                                "foster: the API is at http://127.0.0.1:"
                                                        + open.getKey()
                                                        + "/v1 with the token "
                                                        + open.getValue()));
        Offer.lines(daemon.mcp()).forEach(invocation.err()::println);
        daemon.web().map(Offer::line).ifPresent(invocation.err()::println);
    }

    private Thread print(Daemon daemon, ControlClient client) {
        ProjectView project = client.project();
        List<String> names = names(client, daemon);
        var printer = new LogPrinter(invocation, names, false);
        Following<LogLineView> following =
                client.followLogs(LogQuery.all().since(project.startedAt()));
        return Thread.ofPlatform()
                .name("foster-print")
                .start(() -> print(daemon, following, printer));
    }

    private static List<String> names(ControlClient client, Daemon daemon) {
        return Stream.concat(
                        client.processes().stream().map(ProcessView::name),
                        daemon.mcp().servers().stream().map(McpServerView::name))
                .toList();
    }

    private static void print(Daemon daemon, Following<LogLineView> following, LogPrinter printer) {
        long dropped = 0;
        try (following) {
            for (Optional<LogLineView> line = following.next();
                    line.isPresent();
                    line = following.next()) {
                if (following.dropped() > dropped) {
                    printer.gap(following.dropped() - dropped);
                    dropped = following.dropped();
                }
                printer.print(line.get());
                if (printer.broken()) {
                    daemon.endNow(BROKEN_PIPE);
                    return;
                }
            }
        } catch (ControlProblem ended) {
            // The daemon is gone, and with it whatever could be printed.
        }
    }

    private static void await(Thread printing) {
        try {
            printing.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
