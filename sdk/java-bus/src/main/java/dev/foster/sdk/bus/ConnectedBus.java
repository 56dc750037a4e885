package dev.foster.sdk.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Connection;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/** The bus over a connection of its own. */
final class ConnectedBus implements Bus {
    private static final Duration LONELY = Duration.ofSeconds(1);

    private final RunnerEnvironment surroundings;
    private final List<String> arguments;
    private final Connection connection;
    private final List<LiveSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> subscribed = new ConcurrentHashMap<>();

    ConnectedBus(RunnerEnvironment surroundings, List<String> arguments, Connection connection) {
        this.surroundings = surroundings;
        this.arguments = List.copyOf(arguments);
        this.connection = connection;
    }

    @Override
    public String id() {
        return surroundings.id();
    }

    @Override
    public Map<String, @Nullable Object> config() {
        return surroundings.config();
    }

    @Override
    public List<String> arguments() {
        return arguments;
    }

    @Override
    public void publish(String subject, byte[] data) {
        connection.publish(subject, data);
    }

    @Override
    public void publish(String subject, String text) {
        publish(subject, text.getBytes(UTF_8));
    }

    @Override
    public BusSubscription subscribe(String subject, MessageHandler handler) {
        return subscribe(subject, group(subject), handler);
    }

    /**
     * A group for each subscription: in one for all, a message that two of them ask for would reach
     * only one. The other run subscribes in the same order, so that its second subscription to a
     * subject meets the second of this one.
     */
    private String group(String subject) {
        if (surroundings.queue().isEmpty()) {
            return "";
        }
        int number = subscribed.merge(subject, 1, Integer::sum);
        return surroundings.queue() + "." + subject + (number == 1 ? "" : "#" + number);
    }

    @Override
    public BusSubscription subscribe(String subject, String queue, MessageHandler handler) {
        var subscription = LiveSubscription.begin(connection, subject, queue, handler);
        subscriptions.removeIf(LiveSubscription::isOver);
        subscriptions.add(subscription);
        return subscription;
    }

    @Override
    public BusSubscription command(String subject, CommandHandler handler) {
        return subscribe(subject, message -> message.respond(answer(message, handler)));
    }

    private static String answer(BusMessage message, CommandHandler handler) {
        try {
            String answer = handler.answer(CommandRequest.of(message.text()));
            return Json.write(Map.of("success", true, "result", Map.of("formatted", answer)));
        } catch (Exception | LinkageError | StackOverflowError | AssertionError failed) {
            RunnerNotices.say(
                    failed,
                    "cannot answer "
                            + message.subject()
                            + ": "
                            + Failure.why(failed)
                            + "; see the trace above");
            String said = failed.getMessage();
            String error = said == null || said.isBlank() ? Failure.why(failed) : said;
            return Json.write(Map.of("success", false, "error", error));
        }
    }

    @Override
    public BusMessage request(String subject, byte[] data, Duration limit)
            throws InterruptedException {
        try {
            return new BusMessage(
                    connection, connection.requestWithTimeout(subject, data, limit).get());
        } catch (CancellationException nobody) {
            throw new NoAnswerException(
                    "cannot ask " + subject + ": nobody listens there; start who answers it",
                    nobody);
        } catch (ExecutionException late) {
            throw new NoAnswerException(
                    "cannot ask "
                            + subject
                            + ": no answer within "
                            + limit.toMillis()
                            + " ms; ask again later, or allow more time",
                    late);
        }
    }

    @Override
    public BusMessage request(String subject, String text, Duration limit)
            throws InterruptedException {
        return request(subject, text.getBytes(UTF_8), limit);
    }

    @Override
    public Connection connection() {
        return connection;
    }

    /** What the plugin listens to now. */
    List<String> subjects() {
        return subscriptions.stream()
                .filter(LiveSubscription::isOpen)
                .map(LiveSubscription::subject)
                .distinct()
                .toList();
    }

    /**
     * Ends all subscriptions of the plugin and waits until what they had received is handled.
     *
     * @return whether all was handled in time
     */
    boolean drain(Duration limit) throws InterruptedException {
        // Without a bus there is nobody to take leave from, and few wait for the answers.
        boolean connected = connection.getStatus() == Connection.Status.CONNECTED;
        Duration allowed = connected || limit.compareTo(LONELY) < 0 ? limit : LONELY;
        long deadline = System.nanoTime() + allowed.toNanos();
        // All take leave first, so that another member of the group gets everything at once.
        var drained = new ArrayList<CompletableFuture<Boolean>>();
        for (LiveSubscription each : subscriptions) {
            drained.add(
                    each.drain(
                            Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()))));
        }
        boolean all = true;
        for (CompletableFuture<Boolean> each : drained) {
            try {
                all &= each.get();
            } catch (ExecutionException failed) {
                all = false;
            }
        }
        return all;
    }
}
