package dev.foster.cli.plugin;

import dev.foster.plugin.session.SessionTerms;
import dev.foster.process.Child;
import dev.foster.process.StopReport;
import dev.foster.supervise.spec.Attendance;

import java.util.Optional;

/** With a plugin that serves calls: the handshake, the version, its health, a ping. */
record CallConversation(SessionTerms terms, Steps steps) implements PluginScript {

    @Override
    public boolean hold(Child child, Attendance attendance) throws InterruptedException {
        var greeting = new Greeting(terms, child);
        attendance.started(child, greeting);
        return handshake(greeting) && health(greeting) && ping(attendance);
    }

    private boolean handshake(Greeting greeting) throws InterruptedException {
        Greeting.Outcome outcome = greeting.handshake();
        if (outcome.problem().isPresent()) {
            return steps.bad(outcome.step(), outcome.problem().get());
        }
        return steps.good("handshake", outcome.text())
                && steps.good("version", String.valueOf(outcome.version()));
    }

    private boolean health(Greeting greeting) throws InterruptedException {
        Optional<String> refused = greeting.refusal();
        return refused.isPresent()
                ? steps.bad("health", refused.get())
                : steps.good("health", "it serves");
    }

    private boolean ping(Attendance attendance) throws InterruptedException {
        Optional<String> why = CheckedAnswers.complaint(attendance);
        return why.isPresent() ? steps.bad("ping", why.get()) : steps.good("ping", "it answers");
    }

    /** However it ends, it has answered its calls. */
    @Override
    public Optional<String> fault(StopReport stopped) {
        return Optional.empty();
    }
}
