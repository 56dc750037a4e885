package dev.foster.daemon.operations;

import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.bus.BusOffice;

import java.util.Optional;
import java.util.function.Supplier;

/** What is asked of the bus, when there is one. */
final class BusRequests {
    private final Supplier<Optional<BusOffice>> office;

    BusRequests(Supplier<Optional<BusOffice>> office) {
        this.office = office;
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

    private BusOffice theBus() {
        return office.get()
                .orElseThrow(
                        () ->
                                new ControlProblem(
                                        ProblemCode.CONFLICT,
                                        "cannot use the bus: this project has none; add a line"
                                                + " bus: embedded, then foster reload"));
    }
}
