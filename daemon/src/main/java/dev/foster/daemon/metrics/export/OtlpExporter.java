package dev.foster.daemon.metrics.export;

import dev.foster.daemon.config.MetricsSpec;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.daemon.outbound.HttpPoster;
import dev.foster.supervise.report.EventKind;
import dev.foster.thread.Turns;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Sends the figures to a receiver of OpenTelemetry now and then. One that fails is tried a few
 * times; then the figures of the next period take the place of these, as they hold all that these
 * did.
 */
public final class OtlpExporter implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final int TRIES = 3;
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final HttpPoster caller = new HttpPoster();
    private final Instant began = Instant.now();
    private final MetricsSpec.Otlp spec;
    private final Supplier<List<MetricFamily>> figures;
    private final Map<String, String> sender;
    private final BiConsumer<EventKind, String> teller;
    private final Thread thread;
    private Optional<String> problem = Optional.empty();

    /**
     * Begins to send.
     *
     * @param sender who has these figures, by attribute
     * @param teller is told of trouble, a kind of event and a sentence: once until it works again
     */
    public OtlpExporter(
            MetricsSpec.Otlp spec,
            Supplier<List<MetricFamily>> figures,
            Map<String, String> sender,
            BiConsumer<EventKind, String> teller) {
        this.spec = spec;
        this.figures = figures;
        this.sender = Map.copyOf(sender);
        this.teller = teller;
        this.thread = Thread.ofVirtual().name("foster-otlp").start(this::run);
    }

    public MetricsSpec.Otlp spec() {
        return spec;
    }

    private void run() {
        try {
            while (!closing.await(spec.period().toNanos(), TimeUnit.NANOSECONDS)) {
                sendSurely();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever the figures of one period meet, those of the next are sent. */
    private void sendSurely() throws InterruptedException {
        try {
            send();
        } catch (RuntimeException | Error fault) {
            Turns.take("tell that metrics are not sent", () -> tell(Optional.of(fault.toString())));
            failed.incrementAndGet();
        }
    }

    private void send() throws InterruptedException {
        byte[] body = OtlpJson.write(figures.get(), sender, began, Instant.now());
        Duration pause = FIRST_PAUSE;
        Optional<String> trouble = attempt(body);
        for (int tries = 1; tries < TRIES && trouble.isPresent(); tries++) {
            if (closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
            trouble = attempt(body);
            pause = pause.multipliedBy(2);
        }
        tell(trouble);
    }

    /** Why it did not work, if it did not. */
    private Optional<String> attempt(byte[] body) throws InterruptedException {
        Optional<String> trouble =
                switch (caller.post(address(spec.address()), spec.headers(), body, LIMIT)) {
                    case HttpPoster.Outcome.Answered(int status)
                            when status >= 200 && status < 300 ->
                            Optional.empty();
                    case HttpPoster.Outcome.Answered(int status) -> Optional.of("status " + status);
                    case HttpPoster.Outcome.Failed(String why) -> Optional.of(why);
                };
        (trouble.isEmpty() ? sent : failed).incrementAndGet();
        return trouble;
    }

    /** Where metrics go at a receiver. */
    static URI address(URI receiver) {
        String text = receiver.toString().replaceFirst("/+$", "");
        return URI.create(text.endsWith("/v1/metrics") ? text : text + "/v1/metrics");
    }

    private void tell(Optional<String> trouble) {
        if (trouble.isPresent() && problem.isEmpty()) {
            teller.accept(
                    DaemonEvent.METRICS_EXPORT_FAILED,
                    "cannot send metrics to "
                            + spec.address().getHost()
                            + ": "
                            + trouble.get()
                            + "; look at metrics.otlp and whether its receiver runs");
        } else if (trouble.isEmpty() && problem.isPresent()) {
            teller.accept(DaemonEvent.METRICS_EXPORT_RECOVERED, "metrics are received again");
        }
        problem = trouble;
    }

    /** Its own figures. */
    public void tell(Families families) {
        families.add(Metric.EXPORTS, sent.get(), "sent");
        families.add(Metric.EXPORTS, failed.get(), "failed");
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
        try {
            thread.join(GOODBYE);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        caller.close();
    }
}
