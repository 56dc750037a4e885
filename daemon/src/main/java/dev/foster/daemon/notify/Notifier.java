package dev.foster.daemon.notify;

import dev.foster.control.ControlProblem;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.HookSpec;
import dev.foster.daemon.outbound.HttpPoster;
import dev.foster.document.Nearest;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.ProcessEvent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/** Tells the hooks of a project what happens in it. */
public final class Notifier implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final List<Hook> retired = new ArrayList<>();
    private final HttpPoster caller = new HttpPoster();
    private final ProcessEngine engine;
    private final String version;
    private final BiConsumer<EventKind, String> teller;
    private final Occasions occasions;
    private final Duration firstPause;
    private volatile Message.Sender sender;
    private volatile List<Hook> hooks = List.of();

    /**
     * Tells nobody yet.
     *
     * @param engine runs commands
     * @param version the program's
     * @param teller is told of trouble: a kind of event, and a sentence
     */
    public Notifier(
            ProcessEngine engine,
            String project,
            String version,
            BiConsumer<EventKind, String> teller) {
        this(engine, project, version, teller, FIRST_PAUSE);
    }

    Notifier(
            ProcessEngine engine,
            String project,
            String version,
            BiConsumer<EventKind, String> teller,
            Duration firstPause) {
        this.engine = engine;
        this.sender = new Message.Sender(project, host());
        this.version = version;
        this.teller = teller;
        this.occasions = new Occasions();
        this.firstPause = firstPause;
    }

    /** What this machine calls itself; asking a name server could take long. */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException elsewhere) {
            return System.getenv().getOrDefault("HOSTNAME", "localhost");
        }
    }

    /** From now on these are the hooks, and this is the name of the project in their messages. */
    public synchronized void change(List<HookSpec> wanted, String project) {
        sender = new Message.Sender(project, sender.host());
        change(wanted);
    }

    /** From now on these are the hooks. One that stays the same keeps what waits for it. */
    public synchronized void change(List<HookSpec> wanted) {
        List<Hook> before = hooks;
        List<Hook> after =
                wanted.stream()
                        .map(
                                spec ->
                                        before.stream()
                                                .filter(hook -> hook.spec().equals(spec))
                                                .filter(hook -> hook.sender().equals(sender))
                                                .findFirst()
                                                .orElseGet(() -> open(spec)))
                        .toList();
        hooks = after;
        retired.removeIf(Hook::finished);
        for (Hook hook : before) {
            if (!after.contains(hook)) {
                hook.finish();
                retired.add(hook);
            }
        }
    }

    private Hook open(HookSpec spec) {
        HookDelivery delivery =
                switch (spec.target()) {
                    case HookSpec.Target.Webhook webhook ->
                            new WebhookDelivery(webhook, caller, version, InstantSource.system());
                    case HookSpec.Target.Command(var child) -> new CommandDelivery(engine, child);
                };
        return new Hook(spec, delivery, sender, firstPause, teller);
    }

    /** Something happened; told by one thread, in order. */
    public void tell(ProcessEvent event, Instant at) {
        Optional<HookEvent> hookEvent = occasions.on(event, at);
        if (hookEvent.isPresent()) {
            Message message = Message.of(hookEvent.get(), sender);
            hooks.forEach(hook -> hook.tell(hookEvent.get(), message));
        }
    }

    public List<HookView> views() {
        return hooks.stream().map(Hook::view).toList();
    }

    /**
     * Sends a test to a hook, or to all.
     *
     * @throws ControlProblem when there is none of that name, or none at all
     */
    public List<HookTestView> test(Optional<String> name) {
        List<Hook> wanted =
                hooks.stream()
                        .filter(hook -> name.isEmpty() || name.get().equals(hook.spec().name()))
                        .toList();
        if (wanted.isEmpty()) {
            throw unknown(name);
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<HookTestView>> tests =
                    wanted.stream().<Callable<HookTestView>>map(hook -> hook::test).toList();
            var results = new ArrayList<HookTestView>();
            for (Future<HookTestView> result : executor.invokeAll(tests)) {
                results.add(result.get());
            }
            return results;
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            throw new ControlProblem(
                    ProblemCode.CONFLICT, "cannot test hooks: foster is on its way down");
        } catch (ExecutionException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private ControlProblem unknown(Optional<String> name) {
        List<String> names = hooks.stream().map(hook -> hook.spec().name()).toList();
        if (names.isEmpty()) {
            return new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot test hooks: this project has none; add some below notify, then foster"
                            + " reload");
        }
        String word = name.orElse("");
        return new ControlProblem(
                ProblemCode.UNKNOWN_NAME,
                "cannot test "
                        + word
                        + ": no hook is called so; "
                        + Nearest.of(word, names)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("there are " + String.join(", ", names)));
    }

    /** Lets deliveries under way come to their end, for a moment. */
    @Override
    public synchronized void close() {
        var all = new ArrayList<>(retired);
        all.addAll(hooks);
        all.forEach(Hook::finish);
        long end = System.nanoTime() + PATIENCE.toNanos();
        all.forEach(hook -> hook.awaitFinished(Duration.ofNanos(end - System.nanoTime())));
        caller.close();
    }
}
