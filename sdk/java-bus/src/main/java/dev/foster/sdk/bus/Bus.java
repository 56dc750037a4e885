package dev.foster.sdk.bus;

import io.nats.client.Connection;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The bus as one plugin sees it.
 *
 * <p>Messages of one subscription are handled one after the other, in the order in which they came;
 * subscriptions do not wait for each other. A handler may block. What it throws is printed with its
 * trace, and the next message is handled. All methods may be called by any thread.
 */
public interface Bus {
    /** The plugin's id. */
    String id();

    /** The plugin's configuration: texts, longs, doubles, booleans, lists and maps. */
    Map<String, @Nullable Object> config();

    /** What the plugin was given on its command line. */
    List<String> arguments();

    void publish(String subject, byte[] data);

    void publish(String subject, String text);

    /**
     * Listens to a subject, in the queue group of the plugin: while a new version of it takes over
     * from an old one, each message goes to one of them.
     */
    BusSubscription subscribe(String subject, MessageHandler handler);

    /** Listens to a subject in a queue group; an empty one means none. */
    BusSubscription subscribe(String subject, String queue, MessageHandler handler);

    /**
     * Answers a command of people: the request is a JSON object with {@code channel}, {@code user}
     * and {@code args}; the text goes back as {@code {"success":true,"result":{"formatted":"…"}}},
     * an exception as {@code {"success":false,"error":"…"}}.
     */
    BusSubscription command(String subject, CommandHandler handler);

    /**
     * Asks, and waits for the first answer.
     *
     * @throws NoAnswerException when nobody listens, or nobody answers in time
     */
    BusMessage request(String subject, byte[] data, Duration limit) throws InterruptedException;

    /** As above, with a text. */
    BusMessage request(String subject, String text, Duration limit) throws InterruptedException;

    /**
     * The connection itself, for what is missing here. What is subscribed with it is not drained
     * before {@link MessagePlugin#shutdown()}, only after.
     */
    Connection connection();
}
