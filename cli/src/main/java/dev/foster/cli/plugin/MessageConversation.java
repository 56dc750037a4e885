package dev.foster.cli.plugin;

import dev.foster.plugin.manifest.Messaging;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.MessageListener;
import dev.foster.plugin.message.ReadyMessage;
import dev.foster.process.Child;
import dev.foster.process.Exit;
import dev.foster.process.Quantities;
import dev.foster.process.StopReport;
import dev.foster.supervise.spec.Attendance;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * With a plugin that talks NATS: whether it becomes ready, how it is, and whether what it listens
 * to is what its manifest says.
 */
final class MessageConversation implements PluginScript, MessageListener, Attendance.Voice {
    private final CompletableFuture<ReadyMessage> announced = new CompletableFuture<>();
    private final Messaging messaging;
    private final Duration limit;
    private final Steps steps;

    /**
     * @param limit how long it has until it is ready
     */
    MessageConversation(PluginManifest manifest, Duration limit, Steps steps) {
        this.messaging = manifest.messaging();
        this.limit = limit;
        this.steps = steps;
    }

    @Override
    public void ready(String run, ReadyMessage announcement) {
        announced.complete(announcement);
    }

    @Override
    public void over(String run) {}

    @Override
    public void ready() {}

    @Override
    public void refuse(String why) {}

    @Override
    public boolean hold(Child child, Attendance attendance) throws InterruptedException {
        attendance.started(child, this);
        Optional<ReadyMessage> said = ready(child);
        if (said.isEmpty() || !health(attendance)) {
            return false;
        }
        commands(said.get().subjects());
        subjects(said.get().subjects());
        return true;
    }

    private Optional<ReadyMessage> ready(Child child) throws InterruptedException {
        var _ = CheckedAnswers.within(limit, CompletableFuture.anyOf(announced, child.exit()));
        Optional<ReadyMessage> said = Optional.ofNullable(announced.getNow(null));
        if (said.isPresent()) {
            steps.good("ready", described(said.get()));
        } else {
            steps.bad("ready", silence(child) + CheckedAnswers.lastLines(child));
        }
        return said;
    }

    private String silence(Child child) {
        Exit exit = child.exit().getNow(null);
        return exit == null
                ? "it did not say within "
                        + Quantities.of(limit)
                        + " that it is ready; give it more time by start_timeout, or see why"
                        + " it does not get there"
                : "it ended before it was ready: " + exit.describe();
    }

    private static String described(ReadyMessage said) {
        String subjects =
                said.subjects().isEmpty()
                        ? "it listens to nothing"
                        : "it listens to " + String.join(", ", said.subjects());
        return said.version().map(it -> "version " + it + ", ").orElse("") + subjects;
    }

    private boolean health(Attendance attendance) throws InterruptedException {
        Optional<String> why = CheckedAnswers.complaint(attendance);
        return why.isPresent()
                ? steps.bad("health", why.get())
                : steps.good("health", "it says that it is well");
    }

    /** Whether somebody is there for every word that people can write. */
    private void commands(List<String> subjects) {
        List<String> allowed = subjects.stream().filter(this::allowed).toList();
        List<String> faults =
                messaging.commands().entrySet().stream()
                        .filter(it -> !covered(allowed, it.getValue().subject()))
                        .map(it -> unheard(it.getKey(), it.getValue().subject(), subjects))
                        .toList();
        if (!faults.isEmpty()) {
            steps.bad("commands", String.join("\n", faults));
            return;
        }
        List<String> words = messaging.commands().keySet().stream().map("!"::concat).toList();
        steps.good(
                "commands",
                words.isEmpty() ? "it offers none" : "it listens for " + String.join(", ", words));
    }

    private static String unheard(String word, String subject, List<String> subjects) {
        return "!"
                + word
                + " would never be answered: "
                + (covered(subjects, subject)
                        ? "its permissions do not let it listen to "
                                + subject
                                + "; add that below permissions.subscribe in plugin.yaml"
                        : "it does not listen to "
                                + subject
                                + "; subscribe to that, or correct the command in plugin.yaml");
    }

    /** Whether the bus lets it hear what it listens to. */
    private void subjects(List<String> subjects) {
        List<String> outside = subjects.stream().filter(it -> !allowed(it)).toList();
        if (!outside.isEmpty()) {
            steps.doubtful(
                    "subjects",
                    "its permissions do not let it listen to "
                            + String.join(", ", outside)
                            + ": it hears nothing there; add that below permissions.subscribe in"
                            + " plugin.yaml, or do not subscribe");
        } else if (messaging.permissions().isEmpty()) {
            steps.good("subjects", "it may listen to anything: it declares no permissions");
        } else {
            steps.good("subjects", "its permissions cover all that it listens to");
        }
    }

    private boolean allowed(String subject) {
        return messaging.permissions().map(it -> covered(it.subscribe(), subject)).orElse(true);
    }

    private static boolean covered(List<String> patterns, String subject) {
        return patterns.stream().anyMatch(pattern -> SubjectPattern.covers(pattern, subject));
    }

    /** What had been delivered to it is answered only by an end in order. */
    @Override
    public Optional<String> fault(StopReport stopped) {
        return stopped.took() == StopReport.Took.ALREADY_GONE
                ? Optional.of("it ended by itself before it was asked" + how(stopped))
                : stopped.exit()
                        .filter(exit -> !exit.clean())
                        .map(
                                _ ->
                                        "it ended on the signal, but not in order"
                                                + how(stopped)
                                                + "; on SIGTERM it must answer what it has"
                                                + " taken, then exit with 0");
    }

    private static String how(StopReport stopped) {
        return stopped.exit().map(exit -> ": " + exit.describe()).orElse("");
    }
}
