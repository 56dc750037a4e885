package dev.foster.sdk.bus;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Plugins for tests, each with a way of its own. */
public final class Samples {
    private Samples() {}

    /** Answers with its process id and what it was asked; takes as long as it is configured. */
    public static final class Echo implements MessagePlugin {
        @Override
        public void initialize(Bus bus) {
            long pause = bus.config().get("pause") instanceof Long millis ? millis : 0;
            bus.subscribe(
                    "echo",
                    message -> {
                        pause(pause);
                        message.respond(ProcessHandle.current().pid() + " " + message.text());
                    });
            bus.command("foster.command.echo.say", request -> request.user() + request.args());
            bus.subscribe(
                    "surroundings",
                    message ->
                            message.respond(
                                    Json.write(
                                            Map.of(
                                                    "id", bus.id(),
                                                    "config", bus.config(),
                                                    "arguments", bus.arguments()))));
        }

        @Override
        public void shutdown() {
            System.out.println("echo is shut down");
        }

        @Override
        public Optional<String> description() {
            return Optional.of("repeats what it hears");
        }

        @Override
        public Optional<String> version() {
            return Optional.of("1.2.3");
        }
    }

    /** Waits without using a processor; a handler that takes long, as seen from outside. */
    static void pause(long millis) throws InterruptedException {
        if (millis > 0) {
            var _ = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Is well the first time, ill the second, and cannot say the third. */
    public static final class Ailing implements MessagePlugin {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public void initialize(Bus bus) {}

        @Override
        public Optional<String> health() {
            return switch (asked.incrementAndGet()) {
                case 1 -> Optional.empty();
                case 2 -> Optional.of("a headache");
                default -> throw new IllegalStateException("no voice");
            };
        }
    }

    /** Fails at what it is asked, and goes on. */
    public static final class Clumsy implements MessagePlugin {
        @Override
        public void initialize(Bus bus) {
            bus.subscribe(
                    "clumsy",
                    message -> {
                        switch (message.text()) {
                            case "exception" -> throw new IllegalStateException("dropped it");
                            case "error" -> throw new AssertionError("broke it");
                            default -> message.respond("still here");
                        }
                    });
            BusSubscription closed = bus.subscribe("closed", _ -> {});
            closed.close();
            closed.close();
        }
    }

    /** Closes its subscription once more when it ends, as a careful author does. */
    public static final class Tidy implements MessagePlugin {
        private final AtomicInteger handled = new AtomicInteger();
        private BusSubscription subscription = new Nothing();

        @Override
        public void initialize(Bus bus) {
            subscription = bus.subscribe("tidy", _ -> handled.incrementAndGet());
        }

        @Override
        public void shutdown() {
            subscription.close();
            System.out.println("handled " + handled.get());
        }
    }

    private static final class Nothing implements BusSubscription {
        @Override
        public String subject() {
            return "";
        }

        @Override
        public void close() {}
    }

    /** Needs a service that nobody offers. */
    public static final class Needy implements MessagePlugin {
        @Override
        public void initialize(Bus bus) throws Exception {
            var _ = bus.request("nobody.there", "hello?", Duration.ofSeconds(10));
        }
    }

    /** Takes a question before it fails. */
    public static final class Hasty implements MessagePlugin {
        @Override
        public void initialize(Bus bus) throws Exception {
            var asked = new CountDownLatch(1);
            bus.subscribe(
                    "hasty",
                    message -> {
                        asked.countDown();
                        pause(100);
                        message.respond("just in time");
                    });
            System.err.println("begun");
            asked.await();
            throw new IllegalStateException("no ground");
        }
    }

    /** Is never done with its start. */
    public static final class Slow implements MessagePlugin {
        @Override
        public void initialize(Bus bus) throws Exception {
            System.err.println("begun");
            new CountDownLatch(1).await();
        }
    }

    /** Is never done with its start, and hears nothing. */
    public static final class Stubborn implements MessagePlugin {
        @Override
        @SuppressWarnings("ThreadPriorityCheck")
        public void initialize(Bus bus) {
            System.err.println("begun");
            while (bus.id() != null) {
                Thread.onSpinWait();
                LockSupport.parkNanos(1_000_000);
                var _ = Thread.interrupted();
            }
        }
    }

    /** Is never done with its end. */
    public static final class Lingering implements MessagePlugin {
        @Override
        public void initialize(Bus bus) {}

        @Override
        public void shutdown() throws Exception {
            System.err.println("ending");
            new CountDownLatch(1).await();
        }
    }

    /** Fails at its end. */
    public static final class Grumbling implements MessagePlugin {
        @Override
        public void initialize(Bus bus) {}

        @Override
        public void shutdown() {
            throw new IllegalStateException("not yet");
        }
    }

    /** Closes the connection under the runner. */
    public static final class Leaver implements MessagePlugin {
        @Override
        public void initialize(Bus bus) {
            bus.subscribe(
                    "leave",
                    _ ->
                            Thread.ofPlatform()
                                    .start(
                                            () -> {
                                                try {
                                                    bus.connection().close();
                                                } catch (InterruptedException never) {
                                                    Thread.currentThread().interrupt();
                                                }
                                            }));
        }
    }

    public static final class BrokenConstructor implements MessagePlugin {
        public BrokenConstructor() {
            throw new IllegalStateException("no parts");
        }

        @Override
        public void initialize(Bus bus) {}
    }

    public static final class PrivateConstructor implements MessagePlugin {
        private PrivateConstructor() {}

        @Override
        public void initialize(Bus bus) {}
    }

    public static final class BrokenClass implements MessagePlugin {
        static final int NUMBER = Integer.parseInt("none");

        @Override
        public void initialize(Bus bus) {
            System.out.println(NUMBER);
        }
    }

    public abstract static class Unfinished implements MessagePlugin {}

    public static final class NoPlugin {}

    /** Says when it is constructed, and when it is initialized. */
    public static final class Witness implements MessagePlugin {
        public Witness() {
            System.out.println("constructed");
        }

        @Override
        public void initialize(Bus bus) {
            System.out.println("initialized");
        }
    }
}
