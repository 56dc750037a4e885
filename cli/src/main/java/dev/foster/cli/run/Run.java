package dev.foster.cli.run;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Terminal;
import dev.foster.process.Child;
import dev.foster.process.ChildProblem.Outlook;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;
import dev.foster.process.Exit.Ending;
import dev.foster.process.OutputMode;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Session;
import dev.foster.process.Signal;
import dev.foster.process.Stdin;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.restart.RestartDecision;
import dev.foster.supervise.restart.RestartDecision.Again;
import dev.foster.supervise.restart.RestartHistory;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One call of {@code foster run}: the command, and the command again as often as the policy says.
 */
final class Run {
    private final ProcessEngine engine;
    private final RunOptions options;
    private final StopPlan plan;
    private final SignalForwarding signals;
    private final RunReport report;
    private final LongSupplier clock;
    private final long began;
    private boolean interrupted;

    /**
     * @param clock tells the nanoseconds of a clock that only goes forward
     */
    Run(
            ProcessEngine engine,
            RunOptions options,
            StopPlan plan,
            SignalForwarding signals,
            LongSupplier clock) {
        this.engine = engine;
        this.options = options;
        this.plan = plan;
        this.signals = signals;
        this.clock = clock;
        this.began = clock.getAsLong();
        this.report = new RunReport(options.json(), String.join(" ", options.command()));
    }

    /** Runs it to the end; the result is our exit code. */
    int untilDone() throws InterruptedException {
        RestartPolicy policy = options.restart();
        RestartHistory history = RestartHistory.none();
        while (true) {
            Child child = engine.spawn(spec());
            report.started(child);
            signals.attach(child);
            Optional<Exit> ended = awaitExit(child);
            if (ended.isEmpty()) {
                return timedOut(child);
            }
            Exit exit = ended.get();
            // Ends what the command left behind.
            report.exited(child, exit, child.stop().join());
            RestartDecision decision =
                    history.afterBeingUp(policy, exit.lifetime())
                            .ended(policy, !policy.isSuccess(exit), Outlook.PASSING, now());
            if (endWanted(child, exit)
                    || !(decision instanceof Again(RestartHistory next, Duration delay))) {
                return exit.shellCode();
            }
            history = next;
            report.restarting(exit, delay, next.failures());
            Optional<Duration> left = timeLeft().filter(limit -> limit.compareTo(delay) < 0);
            if (signals.awaitEnd(left.orElse(delay))) {
                return exit.shellCode();
            }
            if (left.isPresent()) {
                report.timedOut(options.timeout().orElseThrow());
                return ExitCodes.TIMED_OUT;
            }
        }
    }

    /** Its waits have no jitter: there is nobody whom it could meet. */
    private Moment now() {
        return new Moment(clock.getAsLong(), 0);
    }

    /** Made anew for each start: the shell may have put us into the background meanwhile. */
    private ChildSpec spec() {
        return ChildSpec.of(options.command())
                .stdin(Terminal.inputIsClosed() ? Stdin.NULL : Stdin.INHERIT)
                .outputMode(OutputMode.INHERIT)
                .session(session())
                .stopPlan(plan);
    }

    /**
     * With standard input or output redirected we may be one of a pipeline whose other members need
     * the terminal too; then the command gets it only when it asks.
     */
    private static Session session() {
        if (!Terminal.exists()) {
            return Session.OWN;
        }
        return Terminal.isInputAndOutput() ? Session.FOREGROUND : Session.FOREGROUND_ON_DEMAND;
    }

    private Optional<Exit> awaitExit(Child child) throws InterruptedException {
        Optional<Duration> left = timeLeft();
        return left.isPresent() ? child.awaitExit(left.get()) : Optional.of(child.awaitExit());
    }

    private Optional<Duration> timeLeft() {
        return options.timeout().map(limit -> limit.minusNanos(clock.getAsLong() - began));
    }

    private int timedOut(Child child) {
        report.timedOut(options.timeout().orElseThrow());
        StopReport stop = child.stop().join();
        stop.exit().ifPresent(exit -> report.exited(child, exit, stop));
        return ExitCodes.TIMED_OUT;
    }

    /**
     * A command that has the terminal gets Ctrl-C instead of us; ended by it, the person wants it
     * to stay ended.
     */
    private boolean endWanted(Child child, Exit exit) {
        boolean hasTerminal = child.spec().session().wantsTerminal();
        interrupted = hasTerminal && endedBy(exit, Signal.INT) && !signals.endAsked();
        return interrupted || (hasTerminal && endedBy(exit, Signal.QUIT)) || signals.endAsked();
    }

    private static boolean endedBy(Exit exit, Signal signal) {
        return exit.ending() instanceof Ending.Killed(Signal killer, boolean _)
                && killer.equals(signal);
    }

    /** Whether Ctrl-C ended the command, and reached it alone. */
    boolean interrupted() {
        return interrupted;
    }
}
