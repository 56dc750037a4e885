package dev.foster.daemon.operations;

import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.bus.ProjectBus;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What is asked of the bus, when there is one. */
final class BusRequests {
    private static final int LONGEST = 255;

    private final Supplier<Optional<ProjectBus>> projectBus;
    private final Journal journal;

    BusRequests(Supplier<Optional<ProjectBus>> projectBus, Journal journal) {
        this.projectBus = projectBus;
        this.journal = journal;
    }

    boolean exists() {
        return projectBus.get().isPresent();
    }

    BusView view() {
        return theBus().view();
    }

    ChatView chat(String user, String text) {
        try {
            return theBus().chat(user, text);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            throw new ControlProblem(
                    ProblemCode.CONFLICT, "cannot answer: foster is on its way down");
        }
    }

    List<BusConnectionView> connections() {
        return theBus().connections();
    }

    List<BusSubjectView> subjects() {
        return theBus().subjects();
    }

    /** Written down whether it succeeds or not: whoever listens there was asked. */
    BusAnswer request(String subject, String data, Duration limit, String who) {
        ProjectBus bus = theBus();
        String shown = subject.substring(0, Math.min(subject.length(), LONGEST));
        journal.add(JournalEntry.of(DaemonEvent.BUS_REQUEST, "asked on " + shown).by(who));
        try {
            return bus.request(subject, data, limit);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            throw new ControlProblem(
                    ProblemCode.CONFLICT, "cannot answer: foster is on its way down");
        }
    }

    private ProjectBus theBus() {
        return projectBus
                .get()
                .orElseThrow(
                        () ->
                                new ControlProblem(
                                        ProblemCode.CONFLICT,
                                        "cannot use the bus: this project has none; add a line"
                                                + " bus: embedded, then foster reload"));
    }
}
