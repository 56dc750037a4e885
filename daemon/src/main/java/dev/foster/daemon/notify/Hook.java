package dev.foster.daemon.notify;

import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.daemon.config.HookSpec;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.Topic;
import dev.foster.thread.Turns;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * One who is told, by a thread of its own and one message after the other. Whatever becomes of the
 * messages, nobody who has one to tell waits.
 */
final class Hook {
    /** More than any outage that ends by itself brings, in processes that are few. */
    static final int MOST_WAITING = 256;

    private static final Duration LONGEST_TEST = Duration.ofSeconds(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LAST_MOMENT = Duration.ofSeconds(1);

    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final HookSpec spec;
    private final HookDelivery delivery;
    private final Message.Sender sender;
    private final Duration pause;
    private final BiConsumer<EventKind, String> teller;
    private final HookQueue queue;
    private final Thread thread;
    private volatile Optional<String> problem = Optional.empty();
    private volatile boolean full;

    /**
     * Begins to wait for messages.
     *
     * @param pause before the second attempt; it doubles with each further one
     * @param teller is told of trouble, a kind of event and a sentence: once until it works again
     */
    Hook(
            HookSpec spec,
            HookDelivery delivery,
            Message.Sender sender,
            Duration pause,
            BiConsumer<EventKind, String> teller) {
        this.spec = spec;
        this.delivery = delivery;
        this.sender = sender;
        this.pause = pause;
        this.teller = teller;
        this.queue = new HookQueue(spec.rate(), MOST_WAITING);
        this.thread = Thread.ofVirtual().name("foster-hook-" + spec.name()).start(this::deliverAll);
    }

    HookSpec spec() {
        return spec;
    }

    Message.Sender sender() {
        return sender;
    }

    /** Takes in what concerns it. */
    void tell(HookEvent hookEvent, Message message) {
        boolean concerned =
                spec.on().contains(hookEvent.topic())
                        && spec.processes()
                                .map(names -> names.contains(hookEvent.process()))
                                .orElse(true);
        if (concerned && !queue.offer(message) && !full) {
            full = true;
            teller.accept(
                    DaemonEvent.NOTIFY_DROPPED,
                    "cannot keep more than "
                            + MOST_WAITING
                            + " messages for "
                            + spec.name()
                            + ": it takes them too slowly; further ones are dropped until it is"
                            + " through");
        }
    }

    private void deliverAll() {
        try {
            Optional<Message> next = queue.next(sender);
            while (next.isPresent()) {
                deliverSurely(next.get());
                if (queue.size() == 0) {
                    full = false;
                }
                next = queue.next(sender);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever one message meets, the next is delivered. */
    private void deliverSurely(Message message) throws InterruptedException {
        try {
            deliver(message);
        } catch (RuntimeException | Error fault) {
            Turns.take("tell that a message was not delivered", () -> trouble(fault.toString(), 1));
            failed.incrementAndGet();
        }
    }

    private void deliver(Message message) throws InterruptedException {
        Duration wait = pause;
        int tries = 1;
        HookDelivery.Result result = delivery.attempt(message, spec.timeout());
        while (result.verdict() == HookDelivery.Verdict.FAILED
                && tries <= spec.retries()
                && !closing.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
            result = delivery.attempt(message, spec.timeout());
            tries++;
            Duration twice = wait.multipliedBy(2);
            wait = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
        }
        if (result.verdict() == HookDelivery.Verdict.DELIVERED) {
            worksAgain();
            delivered.incrementAndGet();
        } else {
            // Told first: who sees the failure counted finds its reason.
            trouble(result.text(), tries);
            failed.incrementAndGet();
        }
    }

    private void trouble(String why, int tries) {
        boolean news = problem.isEmpty();
        problem = Optional.of(why);
        if (news) {
            teller.accept(
                    DaemonEvent.NOTIFY_FAILED,
                    "cannot notify "
                            + spec.name()
                            + " at "
                            + spec.target().shown()
                            + ": "
                            + why
                            + (tries > 1 ? ", " + tries + " times" : "")
                            + "; try foster notify test "
                            + spec.name());
        }
    }

    private void worksAgain() {
        if (problem.isPresent()) {
            problem = Optional.empty();
            teller.accept(DaemonEvent.NOTIFY_RECOVERED, spec.name() + " can be notified again");
        }
    }

    /** Sends a message that says nothing, once, and waits for what comes of it. */
    HookTestView test() throws InterruptedException {
        Duration limit = spec.timeout().compareTo(LONGEST_TEST) > 0 ? LONGEST_TEST : spec.timeout();
        long begun = System.nanoTime();
        HookDelivery.Result result = delivery.attempt(Message.test(Instant.now(), sender), limit);
        return new HookTestView(
                spec.name(),
                spec.target().shown(),
                result.verdict() == HookDelivery.Verdict.DELIVERED,
                result.text(),
                (System.nanoTime() - begun) / 1_000_000);
    }

    HookView view() {
        return new HookView(
                spec.name(),
                spec.target() instanceof HookSpec.Target.Webhook ? "webhook" : "command",
                spec.target().shown(),
                spec.on().stream().sorted().map(Topic::word).toList(),
                delivered.get(),
                failed.get(),
                queue.dropped(),
                queue.held(),
                queue.size(),
                problem);
    }

    /** Takes no more messages; those that wait are tried once more each. */
    void finish() {
        queue.close(sender);
        closing.countDown();
    }

    /** Whether it has taken its last message, and is through. */
    boolean finished() {
        return !thread.isAlive();
    }

    /** Waits until it is finished, and ends it if that takes longer than this. */
    void awaitFinished(Duration patience) {
        try {
            if (!thread.join(patience.isPositive() ? patience : Duration.ofNanos(1))) {
                thread.interrupt();
                thread.join(LAST_MOMENT);
            }
        } catch (InterruptedException hurry) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        int left = queue.size();
        if (left > 0) {
            teller.accept(
                    DaemonEvent.NOTIFY_DROPPED,
                    "cannot deliver " + left + " messages to " + spec.name() + ": foster ends");
        }
    }
}
