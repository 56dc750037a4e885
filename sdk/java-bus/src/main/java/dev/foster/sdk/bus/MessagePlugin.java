package dev.foster.sdk.bus;

import java.util.Optional;

/**
 * A plugin that does its work by messages, in a process of its own.
 *
 * <pre>{@code
 * public final class Greeter implements MessagePlugin {
 *     public void initialize(Bus bus) {
 *         bus.command("foster.command.greeter.greet", request -> "Hello, " + request.user());
 *     }
 * }
 * }</pre>
 *
 * <p>It needs a public constructor without parameters. Its jar names it in {@code
 * META-INF/services/dev.foster.sdk.bus.MessagePlugin}, or its manifest names the class.
 */
public interface MessagePlugin {
    /**
     * Subscribes to what the plugin listens to. When this returns, the plugin is announced as
     * ready; when it throws, the process ends.
     */
    void initialize(Bus bus) throws Exception;

    /**
     * Ends what the plugin began. Its subscriptions have ended already, and every message that had
     * reached it is handled; it can still publish.
     */
    default void shutdown() throws Exception {}

    /** Why the plugin is not well; empty when it is. An exception says the same. */
    default Optional<String> health() {
        return Optional.empty();
    }

    /** What it does, in a sentence for people. */
    default Optional<String> description() {
        return Optional.empty();
    }

    /** Its version, such as {@code 1.0.0}. */
    default Optional<String> version() {
        return Optional.empty();
    }
}
