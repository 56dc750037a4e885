package dev.foster.daemon.notify;

import dev.foster.control.HookView;
import dev.foster.daemon.config.HookSpec;
import dev.foster.daemon.outbound.HttpPoster;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.Limit;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A notifier that soon tries again, of a project in which processes crash when a test says so. */
final class TestNotifier implements AutoCloseable {
    static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Leaks before = Leaks.snapshot();
    final ProcessEngine engine = ProcessEngine.start();

    /** What it had to say to the journal. */
    final List<String> told = new CopyOnWriteArrayList<>();

    final Notifier notifier =
            new Notifier(
                    engine,
                    "shop",
                    "1.2.3",
                    (kind, text) -> told.add(kind.word() + ": " + text),
                    Duration.ofMillis(20));

    /** What the JDK loads for its first request stays for good. */
    static void warmUp() throws Exception {
        try (var receiver = new Receiver();
                var caller = new HttpPoster()) {
            caller.post(receiver.address("/"), Map.of(), new byte[0], SOON);
        }
    }

    static HookSpec webhook(URI address) {
        return hook(new HookSpec.Target.Webhook(address, Optional.of("s3cret"), Map.of()));
    }

    static HookSpec hook(HookSpec.Target target) {
        return new HookSpec(
                "ops",
                target,
                EnumSet.allOf(Topic.class),
                Optional.empty(),
                Duration.ofSeconds(5),
                4,
                new Limit(100, Duration.ofMinutes(1)));
    }

    /** The same hook with less patience. */
    static HookSpec within(HookSpec hook, Duration timeout, int retries) {
        return new HookSpec(
                hook.name(),
                hook.target(),
                hook.on(),
                hook.processes(),
                timeout,
                retries,
                hook.rate());
    }

    void crash(String name) {
        notifier.tell(Happenings.crash(new RunId(name, 7)), AT);
    }

    HookView view() {
        return notifier.views().getFirst();
    }

    static void await(String what, BooleanSupplier condition) {
        Eventually.until(SOON, what, condition);
    }

    /** Ends it, and asserts that nothing is left of it. */
    @Override
    public void close() {
        notifier.close();
        engine.close();
        before.assertNothingLeft();
    }
}
