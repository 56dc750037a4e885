package dev.foster.sdk.bus;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;

import java.util.function.Consumer;

/** Says on standard error what goes wrong on the connection; the library would load a logger. */
final class BusNotices implements ErrorListener {
    private final Consumer<String> heard;

    /** Tells somebody as well what the bus says. */
    BusNotices(Consumer<String> heard) {
        this.heard = heard;
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        RunnerNotices.say("the bus says: " + error);
        heard.accept(error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
        RunnerNotices.say("the connection to the bus had a problem: " + Failure.why(exception));
    }

    @Override
    public void slowConsumerDetected(Connection connection, io.nats.client.Consumer consumer) {
        RunnerNotices.say(
                "messages are lost: more than "
                        + consumer.getPendingMessageLimit()
                        + " wait to be handled; handle them faster");
    }
}
